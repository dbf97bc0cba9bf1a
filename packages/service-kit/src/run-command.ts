import { AppError } from './errors.ts';

/** Ends a command with a sentence for its user. */
export class CommandError extends Error {}

/**
 * Runs `main` with the command-line arguments and prints the text that it returns. If it fails, the sentence goes to
 * standard error and the exit code is 1.
 */
export async function runCommand(main: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof AppError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isForPeople ? '' : 'The command failed: '}${message.trimEnd()}\n`);
    process.exitCode = 1;
  }
}
