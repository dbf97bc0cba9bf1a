import { readFileSync } from 'node:fs';

import { readVersion } from '../host/version.ts';
import { listSettings, SERVICE_NAMES } from './service-environment.ts';

type Settings = Record<string, string | undefined>;

/**
 * Returns the environment of this process with the version of this checkout; for root, with the settings of services
 * that are in files.
 */
export async function readOuterSettings(): Promise<Settings> {
  const environment = { ...process.env, LARKSONG_VERSION: await readVersion() };
  if (process.getuid?.() !== 0) return environment;
  return readSettingFiles(environment, (await Promise.all(SERVICE_NAMES.map(listSettings))).flat());
}

/**
 * Returns an environment in which the content of each readable file `NAME_FILE` has become the setting `NAME`. For
 * services that run as a user who cannot read files of root.
 */
export function readSettingFiles(environment: Settings, names: readonly string[]): Settings {
  const result = { ...environment };
  for (const name of names) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file || environment[name]) continue; // a service refuses a setting that is given twice
    try {
      result[name] = readFileSync(file, 'utf8').trim();
      delete result[`${name}_FILE`];
    } catch {
      // The service that reads the setting says so.
    }
  }
  return result;
}
