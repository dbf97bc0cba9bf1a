import { randomUUID } from 'node:crypto';

import { sql, type QueryExecutorProvider } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { backoffSeconds, type Failure, type LeaseRow } from '../leases/index.ts';
import { why } from '../sentences/index.ts';

interface Work {
  id: string;
  token: string;
  alone?: boolean;
}

/** A running owner of leases. Its calls are a worker's calls, over HTTP. */
export interface LeaseBench<W extends Work> {
  db: QueryExecutorProvider;
  table: string;
  /** The sentences of work that was given up; the last failure was `It failed.` */
  sentences: { tooManyTries: string; tooManyDeaths: string };
  /** Deletes all work, requested wake-ups and jobs. */
  clear: () => Promise<void>;
  /** Adds one piece of work that is due at once, and returns its id. */
  add: () => Promise<string>;
  claim: (workerId: string) => Promise<W | null>;
  /** The reports return `stop`. */
  heartbeat: (work: Work, more?: { alone: boolean }) => Promise<boolean>;
  complete: (work: W) => Promise<boolean>;
  fail: (work: Work, failure: Failure) => Promise<boolean>;
  release: (work: Work) => Promise<boolean>;
  /** Returns the sentence with which work was given up; undefined if it was not. */
  findGivenUp: (id: string) => Promise<string | undefined>;
  /** Expires all leases, as if all workers had been silent for too long. */
  expire: () => Promise<unknown>;
  createReconciler: (now: () => number) => () => Promise<void>;
  /** Runs one round of the loop that adds wake-ups. */
  wake: () => Promise<void>;
  liveJobIds: () => Promise<Set<string>>;
  /** Removes all jobs, like an emptied Redis. */
  emptyRedis: () => Promise<void>;
}

type Row = LeaseRow & { worker_id: string | null; due_at: Date };

const WORKER = 'worker-1';
const TIMEOUT_MS = 12_000;
/** Tolerance between the clocks of this process and of Postgres, which run on one machine. */
const CLOCK_MS = 50;
const reason = why('no-space');
const away: Failure = { cause: 'infrastructure', message: 'It failed.', reason, log: 'ECONNREFUSED' };

/** Declares the tests of the lease protocol for one owner of leases. `bench` is called when a test begins. */
export function describeLeases<W extends Work>(name: string, bench: () => LeaseBench<W>): void {
  const table = () => sql.table(bench().table);
  const makeDue = () => sql`update ${table()} set due_at = now() - interval '1 minute'`.execute(bench().db);
  const rowOf = async (id: string) => {
    const { rows } = await sql<Row>`select * from ${table()} where id = ${id}`.execute(bench().db);
    if (!rows[0]) throw new Error(`no row ${id}`);
    return rows[0];
  };
  async function claim(workerId = WORKER): Promise<W> {
    const work = await bench().claim(workerId);
    if (!work) throw new Error('nothing is due');
    return work;
  }
  /** Loses a worker while its work runs alone. */
  async function dieAlone(): Promise<W> {
    const work = await claim();
    expect(work.alone).toBe(true);
    expect(await bench().heartbeat(work, { alone: true })).toBe(false);
    await bench().expire();
    return work;
  }

  beforeEach(() => bench().clear());

  describe(`a claim of a ${name}`, () => {
    it(`a claim assigns the ${name} to one worker under a new token`, async () => {
      const id = await bench().add();
      const work = await claim();
      expect(work).toMatchObject({ id, alone: false });
      expect(await rowOf(id)).toMatchObject({
        state: 'running',
        token: work.token,
        worker_id: WORKER,
        started_count: 1,
      });
      expect(await bench().claim('worker-2')).toBeNull();
    });

    it(`simultaneous claims never assign one ${name} to two workers`, async () => {
      const ids = [await bench().add(), await bench().add(), await bench().add()];
      const claims = await Promise.all(Array.from({ length: 9 }, (_, index) => bench().claim(`w-${index}`)));
      const claimed = claims.flatMap((work) => (work ? [work.id] : []));
      expect(claimed.toSorted()).toEqual(ids.toSorted());
    });
  });

  describe(`a report about a ${name}`, () => {
    it(`a report about a ${name} changes nothing after its lease was lost to another worker`, async () => {
      const id = await bench().add();
      const stale = await claim();
      await bench().expire();
      const fresh = await claim('worker-2');
      expect(fresh.id).toBe(id);
      expect(fresh.token).not.toBe(stale.token);
      const before = await rowOf(id);
      const verdicts = [
        await bench().heartbeat(stale),
        await bench().complete(stale),
        await bench().fail(stale, { ...away, cause: 'input' }),
        await bench().release(stale),
      ];
      expect(verdicts).toEqual([true, true, true, true]);
      expect(await rowOf(id)).toEqual(before);
      expect(before).toMatchObject({
        state: 'running',
        token: fresh.token,
        failure_count: 0,
        death_count: 0,
      });
      expect(await bench().findGivenUp(id)).toBeUndefined();
      expect(await bench().heartbeat(fresh)).toBe(false);
    });

    it(`a report about an unknown ${name} returns stop`, async () => {
      expect(await bench().heartbeat({ id: randomUUID(), token: randomUUID() })).toBe(true);
    });

    it(`a released ${name} is due again at once and is not charged`, async () => {
      const id = await bench().add();
      const work = await claim();
      expect(await bench().release(work)).toBe(false);
      expect(await rowOf(id)).toMatchObject({ state: 'due', token: null, failure_count: 0, death_count: 0 });
      expect(await claim()).toMatchObject({ id, alone: false });
    });
  });

  describe(`a ${name} that fails`, () => {
    it(`a ${name} whose file is at fault is given up at once, with the sentence of the failure`, async () => {
      const id = await bench().add();
      const work = await claim();
      const failure = { cause: 'input', message: 'This file is broken.', log: 'Invalid data' } as const;
      expect(await bench().fail(work, failure)).toBe(false);
      expect(await bench().findGivenUp(id)).toBe('This file is broken.');
      await makeDue();
      expect(await bench().claim(WORKER)).toBeNull();
      expect(await bench().fail(work, failure)).toBe(true);
    });

    it(`a ${name} that fails through the infrastructure is retried with growing pauses and given up after five tries`, async () => {
      const id = await bench().add();
      for (let failures = 1; failures <= 5; failures += 1) {
        expect(await bench().findGivenUp(id)).toBeUndefined();
        await makeDue();
        const work = await claim();
        const [afterMs, pauseMs] = [Date.now() - CLOCK_MS, backoffSeconds(failures - 1) * 1000];
        expect(await bench().fail(work, away)).toBe(false);
        expect(await bench().claim(WORKER)).toBeNull();
        if (failures === 5) break;
        const row = await rowOf(id);
        expect(row).toMatchObject({
          state: 'due',
          failure_count: failures,
          error: 'It failed.',
          error_reason: reason,
        });
        expect(row.due_at.getTime() - pauseMs).toBeGreaterThan(afterMs);
        expect(row.due_at.getTime() - pauseMs).toBeLessThan(Date.now() + CLOCK_MS);
      }
      expect(await bench().findGivenUp(id)).toBe(bench().sentences.tooManyTries);
      await makeDue();
      expect(await bench().claim(WORKER)).toBeNull();
    });
  });

  describe(`a ${name} whose worker was lost`, () => {
    it(`a ${name} is given up after the deaths of two workers that ran it alone`, async () => {
      const id = await bench().add();
      expect(await claim()).toMatchObject({ id, alone: false });
      await bench().expire();
      for (let deaths = 1; deaths <= 2; deaths += 1) {
        expect(await bench().findGivenUp(id)).toBeUndefined();
        expect((await dieAlone()).id).toBe(id);
        expect(await rowOf(id)).toMatchObject({ death_count: deaths, failure_count: 0 });
      }
      expect(await bench().findGivenUp(id)).toBe(bench().sentences.tooManyDeaths);
      expect(await bench().claim(WORKER)).toBeNull();
    });

    it(`a ${name} that ran together with others is suspected but not charged, however often its worker dies`, async () => {
      const ids = [await bench().add(), await bench().add()];
      for (let deaths = 1; deaths <= 5; deaths += 1) {
        const works = [await claim(), await claim()];
        expect(works.map((work) => work.id).toSorted()).toEqual(ids.toSorted());
        await bench().expire();
        for (const id of ids)
          expect(await rowOf(id)).toMatchObject({
            state: 'due',
            death_count: 0,
            failure_count: 0,
            is_suspect: true,
          });
      }
      for (const id of ids) expect(await bench().findGivenUp(id)).toBeUndefined();
    });

    it(`a ${name} is charged with one failure instead of a death if its worker comes back`, async () => {
      const id = await bench().add();
      await claim();
      await bench().expire();
      const reports = [
        (work: W) => bench().fail(work, away),
        (work: W) => bench().release(work),
        (work: W) => bench().complete(work),
        (work: W) => bench().fail(work, away),
        (work: W) => bench().fail(work, away),
      ];
      for (const [stalls, report] of reports.entries()) {
        expect(await bench().findGivenUp(id)).toBeUndefined();
        const work = await dieAlone();
        expect(await rowOf(id)).toMatchObject({ death_count: 1, failure_count: stalls });
        for (const _ of ['once', 'again']) expect(await report(work)).toBe(true);
        expect(await rowOf(id)).toMatchObject({ death_count: 0, failure_count: stalls + 1 });
      }
      expect(await bench().findGivenUp(id)).toContain('did not respond');
    });

    it(`a ${name} is taken from a silent worker only if its heartbeats could have arrived`, async () => {
      const id = await bench().add();
      await claim();
      await sql`update ${table()} set heartbeat_at = now() - interval '20 seconds'`.execute(bench().db);
      let now = 0;
      const reconcile = bench().createReconciler(() => now);
      await reconcile();
      expect((await rowOf(id)).state).toBe('running'); // this process has only just started to listen
      now = 5 * TIMEOUT_MS;
      await reconcile();
      expect((await rowOf(id)).state).toBe('running'); // and was paused for a minute
      for (const step of [6000, 12_000, 13_000]) {
        now = 5 * TIMEOUT_MS + step;
        await reconcile();
      }
      expect((await rowOf(id)).state).toBe('due');
    });

    it(`a ${name} stays with a worker whose heartbeats arrive`, async () => {
      const id = await bench().add();
      const work = await claim();
      await sql`update ${table()} set heartbeat_at = now() - interval '20 seconds'`.execute(bench().db);
      expect(await bench().heartbeat(work)).toBe(false);
      let now = 0;
      const reconcile = bench().createReconciler(() => now);
      for (; now <= 2 * TIMEOUT_MS; now += TIMEOUT_MS / 2) await reconcile();
      expect(await rowOf(id)).toMatchObject({ state: 'running', token: work.token });
    });
  });

  describe(`a wake-up for a ${name}`, () => {
    it(`a wake-up for a ${name} is added once, and again after Redis was emptied`, async () => {
      const id = await bench().add();
      const reconcile = bench().createReconciler(Date.now);
      await bench().wake();
      await bench().wake();
      const jobs = await bench().liveJobIds();
      expect([...jobs]).toEqual([expect.stringContaining(id)]);
      await makeDue();
      await reconcile();
      expect(await bench().liveJobIds()).toEqual(jobs); // its job is alive
      await bench().emptyRedis();
      await reconcile();
      expect(await bench().liveJobIds()).toEqual(jobs);
    });

    it(`a wake-up for a ${name} is not repeated too early`, async () => {
      await bench().add();
      await bench().createReconciler(Date.now)();
      expect(await bench().liveJobIds()).toEqual(new Set());
    });

    it(`each try of a ${name} has its own wake-up job`, async () => {
      await bench().add();
      await bench().wake();
      await bench().release(await claim());
      await bench().wake();
      expect((await bench().liveJobIds()).size).toBe(2);
    });
  });
}
