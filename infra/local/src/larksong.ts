import { runCommand, type CommandService } from './service-command.ts';

/** Commands that are not auth's. */
const OTHERS: Record<string, CommandService> = { seed: 'game' };
const OTHERS_USAGE = `Or this one:
  seed                add the letters of the memory game's starter pack that are not there yet
`;

/**
 * `npm run larksong -- <command> [email]`: runs a command of auth or game on the data of the site that runs here, and
 * gives its exit code. Throws a `Problem` when no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const [name = ''] = args;
  const service = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  const { code } = await runCommand({ service: service ?? 'auth', args, signal, output: 'inherit' });
  // Auth has shown its own commands.
  if (name === '') process.stderr.write(OTHERS_USAGE);
  return code;
}
