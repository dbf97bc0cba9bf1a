import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Door {
  /** Where it stands. */
  origin: string;
  /** Lets everything through to a server from now on; shut before. */
  lead: (target: string) => void;
  /** Accepts and answers nothing, as a process that hangs: open connections and new ones. */
  swallow: () => void;
  /** Hangs up on everybody, as if no process were there. */
  shut: () => void;
  /** Lets new connections through again; those that were swallowed stay lost. */
  open: () => void;
  stop: () => Promise<void>;
}

/** A TCP door before a server whose small messages it forwards. */
export async function startDoor(): Promise<Door> {
  const passing = new Set<Socket>();
  const clients = new Set<Socket>();
  let state: 'open' | 'silent' | 'shut' = 'shut';
  let target: URL | undefined;
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.once('close', () => clients.delete(client));
    if (state === 'shut' || target === undefined) return void client.destroy();
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
    lead(to) {
      target = new URL(to);
      state = 'open';
    },
    swallow() {
      state = 'silent';
      passing.clear();
    },
    shut() {
      state = 'shut';
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
