import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';

import { catalog, type game } from '@larksong/contracts';
import { timeWait } from '@larksong/service-kit/testing/waits';

/** Something that a worker said about a unit. */
export interface Said {
  what: 'heartbeat' | 'segments' | 'complete' | 'fail' | 'release';
  unitId: string;
  body: {
    token: string;
    cause?: string;
    message?: string;
    segments?: catalog.Segment[];
    progress?: { doneSeconds: number };
    alone?: boolean;
    durationSeconds?: number;
    result?: catalog.UnitResult;
  };
  atMs: number;
}

/**
 * The other side of the protocol of units and of sounds, over real HTTP: hands out what a test puts up, and writes down
 * what it hears. It decides nothing by itself; the tests of catalog and game are about what these decide.
 */
export class CatalogDesk {
  readonly said: Said[] = [];
  /** Units whose next answers are `stop`. */
  readonly stopped = new Set<string>();
  /** Answers 503 to everything while it is set. */
  isAway = false;
  readonly #due: catalog.UnitAssignment[] = [];
  readonly #dueSounds: game.SoundAssignment[] = [];
  readonly #news = new EventEmitter();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      // Whoever asked may have been killed in the middle.
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  static async open(): Promise<CatalogDesk> {
    const server = createServer();
    const desk = new CatalogDesk(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return desk;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens on TCP
  }

  put(unit: Omit<catalog.UnitAssignment, 'id' | 'token'>): catalog.UnitAssignment {
    const whole = { ...unit, id: randomUUID(), token: randomUUID() };
    this.#due.push(whole);
    return whole;
  }

  putSound(sound: Omit<game.SoundAssignment, 'id' | 'token' | 'resultKey'>): game.SoundAssignment {
    const [id, token] = [randomUUID(), randomUUID()];
    const whole = { ...sound, id, token, resultKey: `game/${id}/${token}.mp3` };
    this.#dueSounds.push(whole);
    return whole;
  }

  /** Waits until something, one of several things, was said about a unit. */
  hear(unitId: string, ...whats: Said['what'][]): Promise<Said> {
    return timeWait(`a unit's ${whats.join(' or ')}`, async () => {
      for (;;) {
        const found = this.said.find((said) => said.unitId === unitId && whats.includes(said.what));
        if (found) return found;
        await once(this.#news, 'said');
      }
    });
  }

  count(unitId: string, what: Said['what']): number {
    return this.said.filter((said) => said.unitId === unitId && said.what === what).length;
  }

  /** When a worker said something about a unit, in milliseconds. */
  timesOf(unitId: string): number[] {
    return this.said.filter((said) => said.unitId === unitId).map(({ atMs }) => atMs);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const data = this.isAway ? undefined : this.#answer(request.url ?? '', body);
    const away = { success: false, message: 'away', code: 'UNAVAILABLE', requestId: 'none' };
    response.writeHead(data ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data ? { success: true, data } : away));
  }

  #answer(path: string, body: unknown): object {
    if (path === '/internal/units/claim') {
      const { lane } = body as { lane: string };
      const position = this.#due.findIndex((unit) => catalog.laneOf(unit.kind) === lane);
      return { unit: position < 0 ? null : this.#due.splice(position, 1)[0] };
    }
    if (path === '/internal/sounds/claim') return { sound: this.#dueSounds.shift() ?? null };
    const [, , , unitId = '', what] = path.split('/');
    this.said.push({
      what: what as Said['what'],
      unitId,
      body: body as Said['body'],
      atMs: performance.now(),
    });
    queueMicrotask(() => this.#news.emit('said'));
    return { stop: this.stopped.has(unitId) };
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}
