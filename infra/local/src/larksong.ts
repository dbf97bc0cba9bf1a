import { resolve } from 'node:path';

import { environmentOfRunningSite, runOperate } from './run-operate.ts';
import { readSettings } from './settings.ts';

/**
 * Runs `npm run larksong -- <command>`, a command of `infra/operate`, on the data of the site that runs here, and returns
 * its exit code. Throws a `Problem` if no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const environment = needsSite(args)
    ? await environmentOfRunningSite(resolve(readSettings(process.env).dataDir))
    : {};
  const { code } = await runOperate({ args, environment, signal, output: 'inherit' });
  return code;
}

function needsSite(args: string[]): boolean {
  return args.length > 0 && !args.some((arg) => ['help', '--help', '-h'].includes(arg));
}
