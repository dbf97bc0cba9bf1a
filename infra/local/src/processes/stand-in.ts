import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Listens instead of a stopped service while `work` runs. */
export async function standInFor(
  port: number,
  listener: RequestListener,
  work: () => Promise<void>,
): Promise<void> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work();
  } finally {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
