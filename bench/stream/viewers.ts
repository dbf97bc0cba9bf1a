import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { segmentName } from './segments.ts';

interface Audience {
  /** Address of the segments. */
  url: URL;
  viewers: number;
  watchMs: number;
  segmentSeconds: number;
  segmentCount: number;
}

export interface Watched {
  /** Time from the request of each segment to its last byte. */
  fetchMs: number[];
  /** Times for which a picture stood still after playback had begun. */
  stallMs: number[];
  /** Responses other than 200, and broken connections. */
  refused: number;
  bytes: number;
}

/** Time within which all viewers arrive. */
const ARRIVAL_MS = 10_000;
/** Players fetch ahead of the picture up to this, in a burst, and then a segment at a time. */
const AHEAD_SECONDS = 12;

/** Simulates viewers of a video, each on its own network and connection, and returns their measurements. */
export async function startViewers(audience: Audience): Promise<Watched> {
  const watched: Watched = { fetchMs: [], stallMs: [], refused: 0, bytes: 0 };
  await Promise.all(
    Array.from({ length: audience.viewers }, (_, number) => watch(audience, number, watched)),
  );
  return watched;
}

async function watch(audience: Audience, number: number, watched: Watched): Promise<void> {
  const { viewers, watchMs, segmentSeconds, segmentCount } = audience;
  await delay((number / viewers) * ARRIVAL_MS);
  const connection = new SegmentConnection(audience.url, number);
  const endAt = performance.now() + watchMs;
  /** Time at which playback will have used up the fetched data. */
  let playedOutAt = Infinity;
  for (let index = 0; performance.now() < endAt; index += 1) {
    const askedAt = performance.now();
    const bytes = await connection.fetch(segmentName(index % segmentCount));
    const now = performance.now();
    watched.fetchMs.push(now - askedAt);
    watched.bytes += bytes ?? 0;
    if (bytes === undefined) watched.refused += 1;
    if (now > playedOutAt) watched.stallMs.push(now - playedOutAt);
    playedOutAt = (playedOutAt === Infinity ? now : Math.max(now, playedOutAt)) + segmentSeconds * 1000;
    const aheadMs = playedOutAt - now - (AHEAD_SECONDS - segmentSeconds) * 1000;
    if (aheadMs > 0) await delay(aheadMs);
  }
  connection.close();
}

/** A connection on which one segment after another is fetched. Their bytes are counted and dropped. */
class SegmentConnection {
  readonly #url: URL;
  readonly #from: string;
  #socket: Socket | undefined;
  #head = '';
  #status = 0;
  #length = 0;
  #left = -1;
  #done: (bytes: number | undefined) => void = () => {};

  constructor(url: URL, number: number) {
    this.#url = url;
    this.#from = `198.18.${number >> 8}.${number & 255}`;
  }

  /** Returns the bytes of a segment; undefined if it was refused or the connection broke. */
  fetch(name: string): Promise<number | undefined> {
    this.#socket ??= this.#connect();
    this.#head = '';
    this.#left = -1;
    const { pathname, host } = this.#url;
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket?.write(
        `GET ${pathname}/${name} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${this.#from}\r\n\r\n`,
      );
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const buffer = Buffer.allocUnsafe(256 * 1024);
    const onread = {
      buffer,
      callback: (size: number) => {
        this.#read(buffer, size);
        return true;
      },
    };
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), onread });
    socket.on('error', () => {}); // 'close' follows
    socket.once('close', () => {
      this.#socket = undefined;
      this.#done(undefined);
    });
    return socket;
  }

  #read(buffer: Buffer, size: number): void {
    let bodyBytes = size;
    if (this.#left < 0) {
      this.#head += buffer.toString('latin1', 0, size);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      bodyBytes = this.#head.length - end - 4;
      this.#status = Number(this.#head.slice(9, 12));
      this.#length = Number(/content-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1] ?? 0);
      this.#left = this.#length;
      this.#head = '';
    }
    this.#left -= bodyBytes;
    if (this.#left === 0) this.#done(this.#status === 200 ? this.#length : undefined);
  }
}
