import { Problem } from './problem.ts';
import { runOperate } from './run-operate.ts';

/** The command that makes a restore point in the data folder. */
export const RESTORE_POINT = ['backup', '--restore-point', '--json'];

/** Returns the name of a restore point from the output of the command. */
export function toRestorePoint(result: string): string {
  return (JSON.parse(result) as { id: string }).id; // its own
}

/**
 * Keeps the present state of a site in `restore-points` of its data folder, encrypted if there is a passphrase for backups,
 * thins out earlier ones, and returns the name. The databases of `environment`, as `operateEnvironment` returns it, must be
 * running; the services may run or not. Throws a `Problem` with a sentence.
 */
export async function makeRestorePoint(
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const { code, result, complaint } = await runOperate({
    args: RESTORE_POINT,
    environment,
    signal,
    output: 'return',
  });
  if (code !== 0) throw new Problem(complaint);
  return toRestorePoint(result);
}
