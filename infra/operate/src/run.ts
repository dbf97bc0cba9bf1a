import { AppError, CommandError } from '@larksong/service-kit';

import { WrongUse, type Command, type Surroundings } from './command.ts';

/** Exit codes: done, failed, not understood. */
const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

/** Runs the command that the arguments name and returns the exit code. */
export async function runOperate(
  commands: Record<string, Command>,
  args: string[],
  around: Surroundings & { complain: (line: string) => void },
): Promise<number> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const isHelp = ['', 'help', '--help', '-h'].includes(name);
    if (isHelp) around.print(describeAll(commands));
    else around.complain(`There is no command "${name}". These are the commands:\n${describeAll(commands)}`);
    return isHelp ? DONE : WRONG_USE;
  }
  if (rest.some((arg) => arg === '--help' || arg === '-h')) {
    around.print(describe(name, command));
    return DONE;
  }
  try {
    return (await command.run(rest, around)) ?? DONE;
  } catch (error) {
    if (error instanceof WrongUse) around.complain(`${error.message}\n${describe(name, command)}`);
    else around.complain(toSentence(error, around.signal));
    return error instanceof WrongUse ? WRONG_USE : FAILED;
  }
}

function toSentence(error: unknown, signal: AbortSignal): string {
  if (error instanceof CommandError || error instanceof AppError) return error.message;
  if (signal.aborted) return 'Stopped before it was done.';
  return `The command failed: ${error instanceof Error ? error.message : String(error)}`;
}

function describe(name: string, { usage, summary, details }: Command): string {
  return [
    `larksong ${name} ${usage}`.trimEnd(),
    `  ${summary}`,
    ...(details ? ['', details.trimEnd()] : []),
  ].join('\n');
}

function describeAll(commands: Record<string, Command>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return ['larksong <command> …', ...lines, '', 'larksong <command> --help explains one of them.'].join('\n');
}
