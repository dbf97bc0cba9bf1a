import { spawn } from 'node:child_process';

/**
 * Runs a program and returns its output and its log. `input` is written as fast as the program reads it. Throws with the
 * end of the log if the program is missing or fails.
 */
export async function run(
  command: string,
  args: string[],
  input: Iterable<Uint8Array> = [],
): Promise<{ output: Buffer; log: string }> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const log: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => output.push(piece));
  child.stderr.on('data', (piece: Buffer) => log.push(piece));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error(`${command} cannot be started; is it installed?`, { cause })),
    );
    child.on('close', resolve);
  });
  // A program that exits early closes its input; its exit code and log have the reason.
  child.stdin.on('error', () => {});
  await Promise.race([feed(child.stdin, input), ended]);
  const code = await ended;
  const text = Buffer.concat(log).toString();
  if (code !== 0) throw new Error(`${command} failed (${code}):\n${text.slice(-2000)}`);
  return { output: Buffer.concat(output), log: text };
}

async function feed(stream: NodeJS.WritableStream, input: Iterable<Uint8Array>): Promise<void> {
  for (const piece of input) {
    if (!stream.write(piece)) await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  }
  stream.end();
}
