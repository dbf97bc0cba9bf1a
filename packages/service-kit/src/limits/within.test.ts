import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { TooLateError, within } from './within.ts';

it('within returns a timely result and throws a timely failure', async () => {
  expect(await within(10_000, Promise.resolve('here'))).toBe('here');
  await expect(within(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('within rejects after its time, and a later failure is not an unhandled rejection', async () => {
  const work = pause(20).then(() => Promise.reject(new Error('later')));
  await expect(within(1, work)).rejects.toThrow(TooLateError);
  await expect(work).rejects.toThrow('later');
});

it('within accepts a result that arrived while the process was blocked', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const socket = connect(port, '127.0.0.1');
  const [[other]] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  const answer = within(5, once(socket, 'data'));
  (other as Socket).end('here'); // the event's own argument
  for (const end = performance.now() + 50; performance.now() < end;);
  expect(String((await answer)[0])).toBe('here');
  server.close();
});
