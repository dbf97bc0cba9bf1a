import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can simulate the failure of its server. */
export interface TcpProxy {
  /** Its own origin. */
  origin: string;
  /** Forwards to a server from now on; before that, connections are refused. */
  forwardTo: (target: string) => void;
  /** Answers nothing on open and new connections, like a hung process. */
  hang: () => void;
  /** Closes open and new connections, as if no process were listening. */
  refuse: () => void;
  /** Forwards new connections again; hung ones stay lost. */
  open: () => void;
  stop: () => Promise<void>;
}

/** Starts a TCP proxy that forwards small messages to a server and can simulate its failure. */
export async function startTcpProxy(): Promise<TcpProxy> {
  const passing = new Set<Socket>();
  const clients = new Set<Socket>();
  let state: 'open' | 'silent' | 'refuse' = 'refuse';
  let target: URL | undefined;
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.once('close', () => clients.delete(client));
    if (state === 'refuse' || target === undefined) return void client.destroy();
    client.resume();
    if (state === 'open') passTo(connect(Number(target.port), target.hostname), client);
  });

  function passTo(upstream: Socket, client: Socket): void {
    passing.add(client);
    const forward = (to: Socket) => (chunk: Buffer) => void (passing.has(client) && to.write(chunk));
    client.on('data', forward(upstream));
    upstream.on('data', forward(client));
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => passing.has(client) && client.destroy());
    upstream.on('error', () => {});
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP
  const hangUp = () => {
    for (const client of clients) client.destroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    forwardTo(to) {
      target = new URL(to);
      state = 'open';
    },
    hang() {
      state = 'silent';
      passing.clear();
    },
    refuse() {
      state = 'refuse';
      hangUp();
    },
    open: () => (state = 'open'),
    async stop() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
