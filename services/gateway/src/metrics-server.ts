import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import type { Registry } from 'prom-client';

/** Starts a server for /metrics on a port that is not public. */
export async function startMetricsServer(
  registry: Registry,
  address: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return server;
}
