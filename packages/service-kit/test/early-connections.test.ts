import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { buildServer } from '../src/index.ts';
import { createTestLogger } from '../src/testing/index.ts';

it('a connection that was opened in advance is closed without a response, one with half a request is not', async () => {
  const app = buildServer({ name: 'test', logger: createTestLogger() });
  Object.assign(app.server, { headersTimeout: 100, connectionsCheckingInterval: 20 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const answerTo = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };
  expect(await answerTo('')).toBe('');
  expect(await answerTo('GET / HTTP/1.1\r\nhost:')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"MALFORMED_REQUEST"/);
  await app.close();
});
