import { parseArgs, type ParseArgsConfig } from 'node:util';

import { AppError } from '../base/errors.ts';

/** Ends a command with a sentence for its user. */
export class CommandError extends Error {}

/** The command line was not understood; ends with code 2 instead of 1. */
export class WrongUse extends CommandError {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Splits arguments into options and the rest. Throws `WrongUse` for unknown options and too many or few arguments. */
export function readArguments<O extends Options>(
  args: string[],
  { options, least, most }: { options: O; least: number; most: number },
) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    const count = parsed.positionals.length;
    if (count < least) throw new WrongUse('An argument is missing.');
    if (count > most) throw new WrongUse(`"${parsed.positionals[most]}" is one argument too many.`);
    return parsed;
  } catch (error) {
    if (error instanceof WrongUse || !(error instanceof TypeError)) throw error;
    throw new WrongUse(error.message.split(/[.'] (?:To|Please|Did)/)[0] ?? error.message, { cause: error });
  }
}

/**
 * Runs `main` with the command-line arguments and prints the text that it returns. If it fails, the sentence goes to
 * standard error; the exit code is 2 if the command line was not understood, otherwise 1.
 */
export async function runCommand(main: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof AppError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isForPeople ? '' : 'The command failed: '}${message.trimEnd()}\n`);
    process.exitCode = error instanceof WrongUse ? 2 : 1;
  }
}
