import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import type { Registry } from 'prom-client';

/**
 * Starts a server for /metrics on a port that is not public, and for /healthz: 200 once `isListening`. Gateways that
 * share the public port can be queried one by one there.
 */
export async function startMetricsServer(
  registry: Registry,
  { isListening, ...address }: { host: string; port: number; isListening: () => boolean },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(isListening() ? 200 : 503).end();
      return;
    }
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
