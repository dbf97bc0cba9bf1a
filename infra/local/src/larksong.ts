import { runCommand, type CommandService } from './service-command.ts';

/** Commands that are not auth's. */
const OTHERS: Record<string, CommandService> = { seed: 'game' };
const OTHERS_USAGE = `Or this command:
  seed                add the missing letters of the memory game's starter pack
`;

/**
 * Runs `npm run larksong -- <command> [email]`, a command of auth or game, on the data of the site that runs here, and
 * returns its exit code. Throws a `Problem` if no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const [name = ''] = args;
  const service = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  const { code } = await runCommand({ service: service ?? 'auth', args, signal, output: 'inherit' });
  // Auth has shown its own commands.
  if (name === '') process.stderr.write(OTHERS_USAGE);
  return code;
}
