import { AppError } from './errors.ts';

/** Ends a command with one sentence for the person at the keyboard. */
export class Refusal extends Error {}

/**
 * Runs the program of a command line with its arguments and prints the text that it gives. When it fails, the sentence
 * goes to standard error and the exit code is 1.
 */
export async function runCommand(main: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  } catch (error) {
    const isForPeople = error instanceof Refusal || error instanceof AppError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isForPeople ? '' : 'This did not work: '}${message.trimEnd()}\n`);
    process.exitCode = 1;
  }
}
