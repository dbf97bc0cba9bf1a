import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP balancer in front of replicas of a service, as a container platform has one. */
export interface Balancer {
  url: string;
  /** Connects to these origins in turn from now on; before that, connections are refused. */
  balance: (origins: string[]) => void;
  stop: () => Promise<void>;
}

/** Starts a balancer that passes a connection on to the next replica that accepts it. */
export async function startBalancer(): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let targets: URL[] = [];
  let turn = 0;
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    add(client).on('error', () => client.destroy());
    const first = (turn += 1); // other connections take turns meanwhile
    const tryNext = (tries: number) => {
      const target = targets[(first + tries) % Math.max(targets.length, 1)];
      if (tries === targets.length || !target) {
        client.destroy();
        return;
      }
      const upstream = add(
        connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true }),
      );
      const refuse = () => tryNext(tries + 1);
      upstream.once('error', refuse);
      upstream.once('connect', () => {
        upstream.off('error', refuse).on('error', () => client.destroy());
        client.once('close', () => upstream.destroy());
        upstream.once('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    tryNext(0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    balance(origins) {
      targets = origins.map((origin) => new URL(origin));
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
