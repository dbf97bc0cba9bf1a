import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sockets that a test keeps open, as an attacker would. */
export interface Crowd {
  sockets: Socket[];
  /** Milliseconds until the other side closed each socket. */
  closed: Promise<number[]>;
  end: () => void;
}

export interface CrowdOptions {
  count: number;
  bytes: string;
  /** Sent every second. */
  drip?: string;
  /** Whether the sockets read answers. */
  reads: boolean;
}

/** Opens sockets that send some bytes; resolves once all have sent them. */
export async function openCrowd(siteUrl: string, options: CrowdOptions): Promise<Crowd> {
  const { hostname, port } = new URL(siteUrl);
  const startedAt = performance.now();
  const closing: Promise<number>[] = [];
  const sockets = Array.from({ length: options.count }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    if (options.reads) socket.resume();
    else socket.pause();
    socket.on('error', () => {}); // a reset counts as closed
    const { promise, resolve } = Promise.withResolvers<number>();
    socket.once('close', () => resolve(performance.now() - startedAt));
    closing.push(promise);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(options.bytes, 'latin1');
  const { drip } = options;
  const timer = setInterval(() => {
    if (drip === undefined) return;
    for (const socket of sockets) if (socket.writable) socket.write(drip);
  }, 1000);
  return {
    sockets,
    closed: Promise.all(closing),
    end: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the head of a request from a given address through a trusted proxy. */
export function head(line: string, from: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, 'host: x', `x-forwarded-for: ${from}`, ...headers, '', ''].join('\r\n');
}

/** Calls of other clients, by name; each resolves to its status. */
export type ClientCalls = Record<string, () => Promise<number>>;

export interface Measured {
  p95Ms: number;
  worstMs: number;
  statuses: Set<number>;
}

/** Measures each of `clientCalls`, repeated `times` times one after the other. */
export async function measure(clientCalls: ClientCalls, times: number): Promise<Record<string, Measured>> {
  const found: Record<string, Measured> = {};
  for (const [name, doing] of Object.entries(clientCalls)) {
    const took: number[] = [];
    const statuses = new Set<number>();
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      statuses.add(await doing());
      took.push(performance.now() - startedAt);
    }
    const sorted = took.toSorted((one, other) => one - other);
    const p95Ms = sorted[Math.ceil(times * 0.95) - 1] ?? 0;
    found[name] = { p95Ms, worstMs: sorted.at(-1) ?? 0, statuses };
  }
  return found;
}
