import { status } from '@larksong/contracts';

import { WORKER } from './transcoding.ts';

const GB = 1_000_000_000;

/** Returns the status of a sound site, with some parts replaced. */
export function siteStatus(parts: Partial<status.SiteStatus> = {}): status.SiteStatus {
  const at = new Date().toISOString();
  const process: status.ProcessStatus = {
    version: '1.2.3',
    nodeVersion: 'v24.21.0',
    startedAt: at,
    now: at,
    memory: { usedBytes: GB / 8, limitBytes: null },
    weakSecrets: [],
    database: null,
    redis: null,
    storage: { kind: 'folder', state: 'ok', denied: null, problem: null, freeBytes: 60 * GB },
  };
  return {
    at,
    answers: { auth: 'ok', catalog: 'ok', game: 'ok', gateway: 'ok' },
    auth: {
      process,
      figures: {
        mail: {
          server: 'mail.example:587',
          state: 'ok',
          problem: null,
          waiting: 0,
          retrying: 0,
          oldestWaitingSeconds: 0,
          lastFailure: null,
        },
        registration: 'invite',
        accountCount: 30,
        superadminCount: 2,
        backup: { lastDoneAt: at, lastProblem: null, isOnSameDisk: false },
      },
    },
    catalog: {
      process,
      figures: {
        queue: { waiting: 3, running: 1, oldestSeconds: 20, stuck: 0 },
        workers: [WORKER],
        uploadsRunning: 0,
        minFreeBytes: 2 * GB,
        failures: [],
        failingUnits: 0,
        usage: {
          sourcesBytes: 30 * GB,
          renditionsBytes: 12 * GB,
          uploaders: [
            { name: 'Olive Owl', videoCount: 12, sizeBytes: 28 * GB },
            { name: '', videoCount: 3, sizeBytes: 14 * GB },
          ],
          measuredAt: at,
        },
      },
    },
    game: {
      process,
      figures: { sounds: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 }, mediaBytes: GB / 10 },
    },
    gateway: {
      process,
      figures: {
        publicUrl: 'https://songs.example',
        trustedProxies: 'loopback',
        streamDelivery: 'gateway',
        seen: status.NO_REQUESTS,
        address: {
          state: 'ok',
          problem: null,
          certificate: { validFrom: at, validUntil: at, problem: null },
        },
        recentStarts: { auth: 0, catalog: 0, game: 0 },
      },
    },
    findings: [],
    ...parts,
  };
}
