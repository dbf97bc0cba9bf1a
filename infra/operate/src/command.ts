import { parseArgs, type ParseArgsConfig } from 'node:util';

import { CommandError } from '@larksong/service-kit';

/** The command line was not understood; ends with code 2 instead of 1. */
export class WrongUse extends CommandError {}

/** The surroundings of a running command. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C, and when the process is asked to end. */
  signal: AbortSignal;
  /** Prints a line of the result. */
  print: (line: string) => void;
  /** Prints a line about the progress, which is not part of the result. */
  note: (line: string) => void;
}

export interface Command {
  /** What follows the name, for example `FOLDER [--keep N]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Further lines of the command's own help. */
  details?: string;
  /** Returns the exit code; nothing counts as 0. Throws `CommandError` with a sentence, or `WrongUse`. */
  run: (args: string[], around: Surroundings) => Promise<number | void>;
}

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

/** Returns a whole number of an option; undefined without the option. Throws `WrongUse` for anything else. */
export function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new WrongUse(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}
