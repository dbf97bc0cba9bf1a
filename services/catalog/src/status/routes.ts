import { status } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';
import { cached } from '@larksong/service-kit/status';

import { countPending } from '../approvals/store.ts';
import { countWaiting } from '../comments/mail-store.ts';
import { findSettings } from '../comments/setting-store.ts';
import type { Db } from '../db/tables.ts';
import { countUsableLinks } from '../list-links/store.ts';
import { countAbandonedVideos, readLanes, readQueue } from '../transcoding/queue-state/store.ts';
import { listRunningUnits, listWorkers } from '../transcoding/workers/store.ts';
import { toWorker } from '../transcoding/workers/worker.ts';
import { countOpen } from '../participation/flags/store.ts';
import { countAllWaiting } from '../participation/suggestions/store.ts';
import type { KnownAccess } from '../site-access/known-access.ts';
import type { Quota } from '../uploads/quota.ts';
import { countFailingUnits, countRecentFailures, countUploads, measureUsage } from './store.ts';

interface StatusDeps {
  db: Db;
  /** Its statements may take longer. */
  background: Db;
  minFreeBytes: number;
  quota: Quota;
  siteAccess: KnownAccess;
  describeProcess: () => Promise<status.ProcessStatus>;
}

const KEEP_USAGE_MS = 60_000;
const WAIT_USAGE_MS = 1000;

/** Registers the call that describes catalog, its servers, the queue and the workers. */
export function registerStatus(register: Register, deps: StatusDeps): void {
  const readUsage = cached(() => measureUsage(deps.background), {
    keepMs: KEEP_USAGE_MS,
    waitMs: WAIT_USAGE_MS,
  });
  register(status.getCatalogStatus, async () => {
    const [process, figures] = await Promise.all([
      deps.describeProcess(),
      readFigures(deps, readUsage).catch(() => null), // Postgres is away, as `process` says
    ]);
    return { data: { process, figures } };
  });
}

async function readFigures(
  { db, minFreeBytes, quota, siteAccess }: StatusDeps,
  readUsage: () => Promise<status.CatalogUsage | undefined>,
): Promise<NonNullable<status.CatalogStatus['figures']>> {
  const [queue, lanes, abandoned, seen, units, usage, counts] = await Promise.all([
    readQueue(db),
    readLanes(db),
    countAbandonedVideos(db),
    listWorkers(db),
    listRunningUnits(db),
    readUsage(),
    readCounts(db),
  ]);
  return {
    queue: {
      waiting: queue.waiting,
      running: queue.running,
      oldestSeconds: queue.oldestSeconds,
      stuck: lanes.reduce((sum, { silent }) => sum + silent, abandoned),
    },
    ...counts,
    workers: seen.map((worker) => toWorker(worker, units)),
    siteAccess: await siteAccess.get(),
    minFreeBytes,
    quota: { siteBytes: quota.siteBytes ?? null, uploaderBytes: quota.uploaderBytes ?? null },
    usage: usage ?? null,
  };
}

async function readCounts(db: Db) {
  const [approvals, comments, flags, suggestions, links, uploadsRunning, failures, failingUnits] =
    await Promise.all([
      countPending(db),
      readComments(db),
      countOpen(db, null),
      countAllWaiting(db),
      countUsableLinks(db),
      countUploads(db),
      countRecentFailures(db),
      countFailingUnits(db),
    ]);
  const counts = { suggestions, links, uploadsRunning, failures, failingUnits };
  return { approvals: rounded(approvals), comments, flags: rounded(flags), ...counts };
}

function rounded<T extends { oldestSeconds: number }>(of: T): T {
  return { ...of, oldestSeconds: Math.round(of.oldestSeconds) };
}

async function readComments(db: Db) {
  const [{ setting, isChosen }, { waiting, reported, oldestSeconds }] = await Promise.all([
    findSettings(db),
    countWaiting(db),
  ]);
  return { setting, isChosen, waiting, reported, oldestSeconds: Math.round(oldestSeconds) };
}
