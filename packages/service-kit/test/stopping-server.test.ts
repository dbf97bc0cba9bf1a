import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { buildServer } from '../src/index.ts';
import { createTestLogger } from '../src/testing/index.ts';

const logger = createTestLogger();

describe('a server that is stopping', () => {
  it('a server that stops serves the connections that are still waiting to be accepted', async () => {
    const stopping = buildServer({ name: 'test', logger });
    const { port } = new URL(await stopping.listen({ host: '127.0.0.1', port: 0 }));
    const answers = Array.from({ length: 5 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n');
      return text(socket);
    });
    const closed = stopping.close(); // before the next round of the event loop, in which one of them is accepted
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    await closed;
  });

  it('a stopping server still responds to requests on open connections, in the envelope', async () => {
    const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stopping = buildServer({ name: 'test', logger });
    stopping.get('/slow', async () => {
      entered.resolve();
      await held.promise;
      return { done: true };
    });
    const origin = await stopping.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const answers = text(socket);
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await entered.promise;
    const arrived = once(stopping.server, 'request');
    const closed = stopping.close();
    socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
    await arrived;
    held.resolve();
    await closed;
    expect(await answers).toMatch(
      /"done":true[^]*HTTP\/1\.1 404 [^]*"code":"NOT_FOUND","reason":"code.NOT_FOUND","requestId":/,
    );
  });
});
