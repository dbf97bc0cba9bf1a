import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { environmentOfRunningSite, runOperate } from '../processes/run-operate.ts';
import { SERVICES } from '../settings/service-environment.ts';

const PACK = join(SERVICES, 'game', 'starter-pack', 'pack.json');

/** Records that this data folder has had its starter pack, so that deleted letters stay deleted. */
const RECORD = 'starter-pack.json';

/**
 * Loads the starter pack of the memory game into a running site, at the first start that gets this far. The site works
 * without it, so a failure is only reported, and the next start tries again.
 */
export async function loadStarterPack(options: {
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const record = join(resolve(options.dataDir), RECORD);
  if (!existsSync(PACK) || existsSync(record)) return;
  options.say('Loading the starter pack of the memory game …');
  const { code, output } = await runOperate({
    args: ['seed'],
    environment: await environmentOfRunningSite(resolve(options.dataDir)),
    signal: options.signal,
    output: 'return',
  });
  if (code !== 0) {
    if (!options.signal.aborted) options.say(`The starter pack was not loaded: ${output.trim()}`);
    return;
  }
  await writeFile(record, `${JSON.stringify({ loadedAt: new Date().toISOString() })}\n`);
}
