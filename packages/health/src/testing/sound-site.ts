import type { catalog, status } from '@larksong/contracts';

import type { SiteFacts } from '../findings/facts.ts';

export const NOW = new Date('2026-11-24T12:00:00.000Z');
export const GIB = 1024 ** 3;
export const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

const database: status.DatabaseStatus = {
  state: 'ok',
  problem: null,
  clockAheadMs: 20,
  connections: 30,
  maxConnections: 97,
  pendingMigrations: [],
  unknownMigrations: [],
  withoutLetters: null,
};
const redis: status.RedisStatus = {
  state: 'ok',
  problem: null,
  clockAheadMs: 0,
  isProtected: true,
  evictionPolicy: 'noeviction',
};
const storage: status.StorageStatus = {
  kind: 'folder',
  state: 'ok',
  denied: null,
  problem: null,
  freeBytes: 80 * GIB,
};
const process: status.ProcessStatus = {
  version: '1.2.3',
  nodeVersion: 'v24.21.0',
  startedAt: ago(30),
  now: NOW.toISOString(),
  memory: { usedBytes: GIB / 8, limitBytes: GIB },
  weakSecrets: [],
  database,
  redis,
  storage,
};
export const worker: catalog.Worker = {
  id: 'barn:1:a',
  name: 'transcoder-1',
  host: 'barn',
  version: '1.2.3',
  ffmpegVersion: '7.1',
  state: 'idle',
  sandboxed: true,
  startedAt: ago(30),
  silentSeconds: 2,
  units: [],
  activeSounds: 0,
  load: { processorShare: 0, memoryUsedBytes: GIB, memoryTotalBytes: 4 * GIB },
};
const mail: status.MailStatus = {
  server: 'mail.example:587',
  state: 'ok',
  problem: null,
  waiting: 0,
  retrying: 0,
  oldestWaitingSeconds: 0,
  lastFailure: null,
};
const backup: status.BackupStatus = { lastDoneAt: ago(9), lastProblem: null, isOnSameDisk: false };
const seen: status.SeenRequests = {
  count: 100,
  otherHost: 0,
  otherHostName: null,
  publicHost: 100,
  httpsBehindHttp: 0,
  plainHttp: 0,
  unknownProxy: 0,
  unknownProxyAddress: null,
};
export const usage = {
  sourcesBytes: GIB,
  renditionsBytes: GIB,
  uploaders: [{ name: 'Olive', videoCount: 3, sizeBytes: GIB }],
  measuredAt: NOW.toISOString(),
};
/** A site without a fault. */
export function soundSite() {
  const site = {
    now: NOW,
    answers: { auth: 'ok', catalog: 'ok', game: 'ok', gateway: 'ok' },
    auth: {
      process,
      figures: { mail, registration: 'open', accountCount: 30, superadminCount: 2, backup },
    },
    catalog: {
      process,
      figures: {
        queue: { waiting: 3, running: 2, oldestSeconds: 20, stuck: 0 },
        workers: [worker],
        uploadsRunning: 1,
        minFreeBytes: 2 * GIB,
        failures: [{ failureCode: 'not-a-video', count: 12 }],
        failingUnits: 0,
        usage: null,
      },
    },
    game: {
      process: { ...process, redis: null },
      figures: { sounds: { waiting: 1, running: 0, failed: 4, oldestSeconds: 2 }, mediaBytes: 1000 },
    },
    gateway: {
      process: { ...process, database: null, storage: null },
      figures: {
        publicUrl: 'https://songs.example',
        trustedProxies: 'loopback',
        streamDelivery: 'gateway',
        seen,
        address: {
          state: 'ok',
          problem: null,
          certificate: { validFrom: ago(21.5 * 24), validUntil: ago(-68.5 * 24), problem: null },
        },
        recentStarts: { auth: 1, catalog: 1, game: 0 },
      },
    },
  } satisfies SiteFacts;
  // Parts that the services share become separate; the type is open to the values of faults.
  return { ...JSON.parse(JSON.stringify(site)), now: NOW } as typeof site & SiteFacts;
}
export type Site = ReturnType<typeof soundSite>;
