import { buildConnector, errors, Pool, type Dispatcher } from 'undici';

type Options = Dispatcher.RequestOptions;

/** The connections to a service. */
export interface Connections {
  request: (options: Options) => Promise<Dispatcher.ResponseData>;
  destroy: () => Promise<void>;
}

/**
 * Opens up to `count` connections to a service and keeps them. A service that stops closes its idle connections, even if
 * a request is on its way on one of them. A GET or HEAD that fails on a connection used before is therefore sent once
 * more, on a new one (RFC 9112, section 9.3.1); any other request is sent once.
 */
export function createConnections(
  origin: string,
  { count, connectMs, stallMs }: { count: number; connectMs: number; stallMs: number },
): Connections {
  const failuresOfUsed = new WeakSet<object>();
  const connector = buildConnector({ timeout: connectMs });
  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.prependOnceListener('error', (failure) => {
        if (socket.bytesRead > 0) failuresOfUsed.add(failure);
      });
      callback(null, socket);
    });
  const kept = new Pool(origin, { connections: count, connect, bodyTimeout: stallMs });
  const fresh = new Pool(origin, {
    connections: count,
    connect: { timeout: connectMs },
    bodyTimeout: stallMs,
    pipelining: 0, // closes a connection after its response
  });
  const isOfUsed = (error: unknown) =>
    (error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0) ||
    (error instanceof Error && failuresOfUsed.has(error));
  return {
    async request(options) {
      try {
        return await kept.request(options);
      } catch (error) {
        const mayRepeat = options.method === 'GET' || options.method === 'HEAD';
        if (!mayRepeat || !isOfUsed(error)) throw error;
        return fresh.request(options);
      }
    },
    async destroy() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}
