import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { isLongRun } from '../src/testing/random.ts';

const PROGRAM = join(import.meta.dirname, 'small-service.ts');

/**
 * Starts a small service and waits for its first lines; it logs `lineCount` lines of a kilobyte when it stops. `textOf`
 * returns its log so far.
 */
async function startSmallService(lineCount: number) {
  const child = spawn(process.execPath, [PROGRAM, String(lineCount)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data));
  await once(child.stdout, 'data');
  return { child, textOf: () => text };
}

it('a service whose log has lost its reader ends on SIGTERM with code 0', async () => {
  const { child } = await startSmallService(1);
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.runIf(isLongRun).each([
  ['cannot start', 'fails'],
  ['meets an unexpected error', 'throws'],
])('a service that %s and whose log has lost its reader ends with code 1', async (_what, end) => {
  const child = spawn(process.execPath, [PROGRAM, '0', end], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([1, null]);
});

it('an unexpected error is the last line of the log', async () => {
  const child = spawn(process.execPath, [PROGRAM, '0', 'throws'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end();
  const [log, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = log.trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 50,
    err: { message: 'boom' },
    msg: 'an unexpected error ended the process',
  });
  expect(ended).toEqual([1, null]);
});

it.runIf(isLongRun)(
  'a service whose log is never read kills itself when its stop has taken too long',
  async () => {
    const { child } = await startSmallService(2000);
    child.stdout.pause();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    child.stdout.destroy();
  },
);

it('SIGUSR2 switches the log of a running service to debug, requests included, and back', async () => {
  const { child, textOf } = await startSmallService(0);
  const countLines = (message: string) => textOf().split(`"msg":"${message}`).length - 1;
  await expect.poll(() => countLines('Server listening')).toBe(1);
  const url = /http:[^"]+/.exec(textOf())?.[0] ?? '';
  const ask = async () => (await fetch(url)).text();
  await ask();
  await expect.poll(() => countLines('answered')).toBe(1);
  expect(countLines('asked')).toBe(0);
  child.kill('SIGUSR2');
  await expect.poll(() => countLines('log level changed')).toBe(1);
  await ask();
  await expect.poll(() => countLines('asked')).toBe(2);
  child.kill('SIGUSR2');
  await expect.poll(() => countLines('log level changed')).toBe(2);
  await ask();
  await expect.poll(() => countLines('answered')).toBe(3);
  expect(countLines('asked')).toBe(2);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a service that stops writes the whole of its log before it ends', async () => {
  const { child, textOf } = await startSmallService(500);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(textOf().match(/"msg":"stopped"/g)).toHaveLength(500);
});
