import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { CommandError } from './run-command.ts';

/** Asks for a line on the terminal; `isSecret` keeps it from being shown. Throws `CommandError` if it is interrupted. */
export async function ask(
  question: string,
  { signal, isSecret = false }: { signal?: AbortSignal; isSecret?: boolean } = {},
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isSecret) process.stderr.write(question);
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  const ending = new AbortController();
  const signals = signal ? [signal, ending.signal] : [ending.signal];
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => ending.abort());
  try {
    return await terminal.question(isSecret ? '' : question, { signal: AbortSignal.any(signals) });
  } catch (cause) {
    throw new CommandError('Nothing was entered.', { cause });
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write('\n');
  }
}
