import { buildConnector, errors, Pool, type Dispatcher } from 'undici';

type Options = Dispatcher.RequestOptions;

/** The connections to a service. */
export interface Connections {
  request: (options: Options) => Promise<Dispatcher.ResponseData>;
  destroy: () => Promise<void>;
}

/** The shortest time for which connections can be kept. */
const IDLE_MS = 1;

/**
 * Opens up to `count` connections to a service and keeps them for GET and HEAD. A service that stops closes its idle
 * connections, even if a request is on its way on one of them. If it fails on a connection used before, it is therefore
 * sent once more, on a new one (RFC 9112, section 9.3.1). Any other request may be sent only once, so it gets a
 * connection that was not idle before.
 */
export function createConnections(
  origin: string,
  { count, connectMs, stallMs }: { count: number; connectMs: number; stallMs: number },
): Connections {
  const failuresOfUsed = new WeakSet<object>();
  const connect = createConnector(connectMs, failuresOfUsed);
  const kept = new Pool(origin, { connections: count, connect, bodyTimeout: stallMs });
  const fresh = new Pool(origin, {
    connections: count,
    connect: { timeout: connectMs },
    bodyTimeout: stallMs,
    // `pipelining: 0` would announce the end of the connection, and a refused upload might lose its response.
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const isOfUsed = (error: unknown) =>
    (error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0) ||
    (error instanceof Error && failuresOfUsed.has(error));
  return {
    async request(options) {
      if (options.method !== 'GET' && options.method !== 'HEAD') return fresh.request(options);
      try {
        return await kept.request(options);
      } catch (error) {
        if (!isOfUsed(error)) throw error;
        return fresh.request(options);
      }
    },
    async destroy() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/** Returns how to open a connection, whose failures after its first use are added to `failuresOfUsed`. */
function createConnector(connectMs: number, failuresOfUsed: WeakSet<object>): buildConnector.connector {
  const connector = buildConnector({ timeout: connectMs });
  return (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.prependOnceListener('error', (failure) => {
        if (socket.bytesRead > 0) failuresOfUsed.add(failure);
      });
      callback(null, socket);
    });
}
