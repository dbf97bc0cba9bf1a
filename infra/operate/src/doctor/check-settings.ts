import { invalidSetting, type Finding } from '@larksong/health';
import { inspectConfig } from '@larksong/service-kit';
import type { TObject } from 'typebox';

/** Returns a finding for each setting that a service's schema refuses and `isOurs` accepts by its name. */
export function checkSettings(
  schema: { properties: object },
  environment: NodeJS.ProcessEnv,
  isOurs: (name: string) => boolean,
): Finding[] {
  const { problems } = inspectConfig(schema as TObject, environment); // settings are always an object
  return [...problems]
    .filter(([name]) => isOurs(name))
    .map(([name, problem]) => invalidSetting(name, problem));
}
