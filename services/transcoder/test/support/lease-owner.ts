import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';

import { catalog, type FailureReason, type game } from '@larksong/contracts';
import { createWakeUpQueue, type WakeUpQueue } from '@larksong/service-kit/queue';
import { createTestLogger } from '@larksong/service-kit/testing';
import { timeWait } from '@larksong/service-kit/testing/waits';

/** A worker's report about a unit or a sound. */
export interface Report {
  what: 'heartbeat' | 'segments' | 'complete' | 'fail' | 'release';
  unitId: string;
  body: {
    token: string;
    cause?: string;
    message?: string;
    reason?: FailureReason;
    segments?: catalog.Segment[];
    progress?: { doneSeconds: number };
    alone?: boolean;
    durationSeconds?: number;
    result?: catalog.UnitResult;
  };
  atMs: number;
}

type WakeUps = Partial<Record<catalog.Lane, WakeUpQueue<catalog.WakeUp>>>;

/**
 * The owner's side of the lease protocol for units and sounds, over real HTTP: hands out the work that a test adds, and
 * records the reports. It makes no decisions; those are covered by the tests of catalog and game.
 */
export class LeaseOwner {
  readonly reports: Report[] = [];
  /** Units whose next verdicts are `stop`. */
  readonly stopped = new Set<string>();
  /** Statuses of the answers to the next reports of a kind; 200 afterwards. */
  readonly statuses: Partial<Record<Report['what'], number[]>> = {};
  /** If true, answers 503 to every request. */
  isUnavailable = false;
  readonly #due: catalog.UnitAssignment[] = [];
  readonly #dueSounds: game.SoundAssignment[] = [];
  readonly #events = new EventEmitter();
  readonly #server: Server;
  /** By lane; none if workers only poll. */
  readonly #wakeUps: WakeUps;

  private constructor(server: Server, wakeUps: WakeUps) {
    this.#server = server;
    this.#wakeUps = wakeUps;
    server.on('request', (request, response) => {
      // The client may have been killed meanwhile.
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  /** Opens an owner that wakes the workers of this Redis for each unit; without one, they find units when they poll. */
  static async open(redisUrl?: string): Promise<LeaseOwner> {
    const server = createServer();
    const open = (lane: catalog.Lane, url: string) =>
      createWakeUpQueue<catalog.WakeUp>({
        name: catalog.WAKE_UP_QUEUES[lane],
        redisUrl: url,
        logger: createTestLogger(),
      });
    const wakeUps: WakeUps = redisUrl
      ? { heavy: open('heavy', redisUrl), light: open('light', redisUrl) }
      : {};
    const owner = new LeaseOwner(server, wakeUps);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return owner;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens on TCP
  }

  put(unit: Omit<catalog.UnitAssignment, 'id' | 'token'>): catalog.UnitAssignment {
    const whole = { ...unit, id: randomUUID(), token: randomUUID() };
    this.#due.push(whole);
    void this.#wakeUps[catalog.laneOf(unit.kind)]?.add(whole.id, { unitId: whole.id }).catch(() => undefined); // a hint
    return whole;
  }

  putSound(sound: Omit<game.SoundAssignment, 'id' | 'token' | 'resultKey'>): game.SoundAssignment {
    const [id, token] = [randomUUID(), randomUUID()];
    const whole = { ...sound, id, token, resultKey: `game/${id}/${token}.mp3` };
    this.#dueSounds.push(whole);
    return whole;
  }

  /** Resolves with a unit's first report of one of the given kinds, once there is one. */
  waitForReport(unitId: string, ...whats: Report['what'][]): Promise<Report> {
    return timeWait(`a unit's ${whats.join(' or ')}`, async () => {
      for (;;) {
        const found = this.reports.find((report) => report.unitId === unitId && whats.includes(report.what));
        if (found) return found;
        await once(this.#events, 'report');
      }
    });
  }

  count(unitId: string, what: Report['what']): number {
    return this.reports.filter((report) => report.unitId === unitId && report.what === what).length;
  }

  /** Returns the times of the reports about a unit, in milliseconds. */
  timesOf(unitId: string): number[] {
    return this.reports.filter((report) => report.unitId === unitId).map(({ atMs }) => atMs);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#wakeUps).map((queue) => queue?.close()));
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const path = request.url ?? '';
    const data = this.isUnavailable ? undefined : this.#answer(path, body);
    const what = path.slice(path.lastIndexOf('/') + 1) as Report['what']; // or another call, which has no statuses
    const status = data ? (this.statuses[what]?.shift() ?? 200) : 503;
    const code = status === 409 ? 'CONFLICT' : 'UNAVAILABLE';
    const failure = { success: false, message: 'not now', code, requestId: 'none' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { success: true, data } : failure));
  }

  #answer(path: string, body: unknown): object {
    if (path === '/internal/units/claim') {
      const { lane } = body as { lane: string };
      const position = this.#due.findIndex((unit) => catalog.laneOf(unit.kind) === lane);
      return { unit: position < 0 ? null : this.#due.splice(position, 1)[0] };
    }
    if (path === '/internal/sounds/claim') return { sound: this.#dueSounds.shift() ?? null };
    const [, , , unitId = '', what] = path.split('/');
    this.reports.push({
      what: what as Report['what'],
      unitId,
      body: body as Report['body'],
      atMs: performance.now(),
    });
    queueMicrotask(() => this.#events.emit('report'));
    return { stop: this.stopped.has(unitId) };
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}
