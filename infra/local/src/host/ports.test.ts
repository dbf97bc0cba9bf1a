import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { assertPortFree } from './ports.ts';

it('a port in use is refused with the setting that chooses another one', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(`for example: PORT=${port + 1} npm start`);
  await expect(assertPortFree('127.0.0.1', port, 'HTTPS_PORT')).rejects.toThrow(
    `Port ${port} is already in use by another program. Choose another one, for example: HTTPS_PORT=${port + 1} npm start`,
  );
  server.close();
});
