import { WrongUse } from '@larksong/service-kit';

export { readArguments, WrongUse } from '@larksong/service-kit';

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
  /** The arguments after the name, for example `FOLDER [--keep N]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Further lines of the command's own help. */
  details?: string;
  /** Returns the exit code; nothing counts as 0. Throws `CommandError` with a sentence, or `WrongUse`. */
  run: (args: string[], around: Surroundings) => Promise<number | void>;
}

/** Returns a whole number of an option; undefined without the option. Throws `WrongUse` for anything else. */
export function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new WrongUse(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}
