import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface Proxy {
  endpoint: string;
  /** The target's URL with the host and port of the proxy. */
  url: string;
  /** Number of open connections. */
  openConnections: () => number;
  /** From now on accepts bytes without forwarding them, on new and on open connections. */
  swallow: () => void;
  /** Swallows the bytes of open connections and forwards new ones. */
  swallowOpen: () => void;
  /** Forwards again; swallowed connections stay lost, as behind a firewall that forgot them. */
  heal: () => void;
  stop: () => Promise<void>;
}

/** Starts a TCP proxy that can become silent, or slow: `pieceBytes` per 100 ms in each direction. */
export async function startProxy(target: string, options: { pieceBytes?: number } = {}): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const lost = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => {});
    if (isSilent) {
      client.resume();
      return;
    }
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    upstream.once('close', () => upstreams.delete(upstream));
    forward(client, upstream, { isLost: () => lost.has(client), pieceBytes: options.pieceBytes });
  });
  const ownPort = await listen(server);
  const swallowOpen = () => {
    for (const socket of sockets) lost.add(socket);
  };
  return {
    endpoint: `http://127.0.0.1:${ownPort}`,
    url: target.replace(`${hostname}:${port}`, `127.0.0.1:${ownPort}`),
    openConnections: () => sockets.size,
    swallow: () => {
      isSilent = true;
      swallowOpen();
    },
    swallowOpen,
    heal: () => (isSilent = false),
    stop: async () => {
      for (const socket of [...sockets, ...upstreams]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Listens on a free port of loopback and returns it. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a TCP server is never a path.
  const address = server.address() as AddressInfo;
  return address.port;
}

function forward(
  client: Socket,
  upstream: Socket,
  { isLost, pieceBytes }: { isLost: () => boolean; pieceBytes: number | undefined },
): void {
  upstream.on('error', () => client.destroy());
  // The other side of a swallowed connection does not see its end either.
  client.once('close', () => isLost() || upstream.destroy());
  client.pipe(createPipe(isLost, pieceBytes)).pipe(upstream, { end: false });
  upstream.pipe(createPipe(isLost, pieceBytes)).pipe(client);
}

function createPipe(isLost: () => boolean, pieceBytes: number | undefined): Duplex {
  return Duplex.from(async function* forward(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      const step = pieceBytes ?? chunk.length;
      for (let from = 0; from < chunk.length; from += step) {
        if (pieceBytes) await delay(100);
        if (!isLost()) yield chunk.subarray(from, from + step);
      }
    }
  });
}
