import { resolve } from 'node:path';

import { withDatabaseAlone, type Access } from './commands/database-alone.ts';
import { switchLogLevel } from './commands/log-level.ts';
import { findHolder, hasSite } from './data-folder/data-folder.ts';
import { Problem } from './host/problem.ts';
import { environmentOfRunningSite, runOperate } from './processes/run-operate.ts';
import { readSettings } from './settings/settings.ts';

/**
 * How commands that can or must run while the site is stopped access the data; the other commands need a running site.
 */
const WITHOUT_SITE: Partial<Record<string, Access>> = {
  backup: 'write',
  backups: 'read',
  verify: 'read',
  restore: 'create',
};

/**
 * Runs `npm run larksong -- <command>`, a command of `infra/operate`, on the data of the site that runs here, and returns
 * its exit code. For some commands, the database is started alone if no site runs with this data folder; for the others, a
 * `Problem` is thrown.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const [name = ''] = args;
  const run = async (environment: Record<string, string>) => {
    const { code } = await runOperate({ args, environment, signal, output: 'inherit' });
    return code;
  };
  if (name === '' || args.some((arg) => ['help', '--help', '-h'].includes(arg))) return run({});
  if (name === 'doctor') {
    const { doctor } = await import('./commands/doctor.ts'); // npm start does not need what it loads
    return doctor(args.slice(1), signal);
  }
  const settings = readSettings(process.env);
  const dataDir = resolve(settings.dataDir);
  const isRunning = (await findHolder(dataDir)) !== undefined;
  if (isRunning && name === 'restore')
    throw new Problem(
      `Larksong is running with the data in ${dataDir}, and a restore would change that data while it runs. Stop it first (Ctrl-C in its terminal), then run this again.`,
    );
  if (name === 'go-back') {
    const { goBack } = await import('./commands/go-back.ts'); // nothing else needs what it loads
    return goBack(settings, signal);
  }
  const hasData = name === 'restore' || (await hasSite(dataDir));
  const access = name === 'verify' && args.includes('--mend') ? 'write' : WITHOUT_SITE[name];
  if (!isRunning && hasData && access !== undefined)
    return withDatabaseAlone(settings, { signal, access }, run);
  // An import can send to a site elsewhere.
  if (!isRunning && name === 'import') return run({});
  if (name === 'move-storage' && (isRunning || hasData)) {
    const { moveStorage } = await import('./commands/move-storage.ts');
    return moveStorage({ args: args.slice(1), settings, isRunning, signal });
  }
  if (name === 'log-level') {
    const switched = switchLogLevel(dataDir, args[1]);
    process.stdout.write(`Switched to debug, or back: ${switched.join(', ')}.\n`);
    return 0;
  }
  return run(await environmentOfRunningSite(dataDir));
}
