import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a line on the terminal; `isSecret` keeps it from being shown. */
export async function ask(
  question: string,
  { signal, isSecret = false }: { signal: AbortSignal; isSecret?: boolean },
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isSecret) process.stderr.write(question);
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  try {
    return await terminal.question(isSecret ? '' : question, { signal });
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write('\n');
  }
}
