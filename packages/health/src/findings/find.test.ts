import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { status, type catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import type { SiteFacts } from './facts.ts';
import { findFindings } from './find.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const GIB = 1024 ** 3;
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

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
const worker: catalog.Worker = {
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
const usage = {
  sourcesBytes: GIB,
  renditionsBytes: GIB,
  uploaders: [{ name: 'Olive', videoCount: 3, sizeBytes: GIB }],
  measuredAt: NOW.toISOString(),
};
/** A site without a fault. */
function soundSite() {
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
type Site = ReturnType<typeof soundSite>;

/** Each kind of finding with a change to a sound site that must yield it, and nothing else. */
const FAULTS: Record<status.FindingId, (site: SiteFacts) => void> = {
  'service-away': (site) => Object.assign(site, { game: null, answers: { ...site.answers, game: 'away' } }),
  'service-silent': (site) =>
    Object.assign(site, { game: null, answers: { ...site.answers, game: 'silent' } }),
  'service-restarts': ({ gateway }) => void (gateway!.figures.recentStarts.catalog = 4),
  'versions-differ': ({ game }) => void (game!.process.version = '1.2.2'),
  'node-too-old': ({ auth }) => void (auth!.process.nodeVersion = 'v22.1.0'),
  'memory-limit-small': ({ auth }) => void (auth!.process.memory.limitBytes = GIB / 6),
  'memory-nearly-full': ({ auth }) => void (auth!.process.memory.usedBytes = 0.95 * GIB),
  'machine-overloaded': (site) => {
    site.load = { average: 56, processors: 2 };
    site.answers.game = 'silent';
  },
  'clock-wrong': ({ catalog: part }) => void (part!.process.database!.clockAheadMs = -90_000),
  'database-away': ({ auth }) => void (auth!.process.database!.state = 'away'),
  'database-refused': ({ auth }) => void (auth!.process.database!.state = 'refused'),
  'database-connections': ({ auth }) => void (auth!.process.database!.connections = 90),
  'database-letters': ({ catalog: part }) =>
    void (part!.process.database!.withoutLetters = { database: 'larksong_catalog', owner: 'larksong' }),
  'migrations-pending': ({ game }) => void game!.process.database!.pendingMigrations.push('0005-x'),
  'database-newer': ({ game }) => void game!.process.database!.unknownMigrations.push('0099-y'),
  'redis-away': ({ auth }) => void (auth!.process.redis!.state = 'away'),
  'redis-refused': ({ auth }) => void (auth!.process.redis!.state = 'refused'),
  'redis-unprotected': ({ auth }) => void (auth!.process.redis!.isProtected = false),
  'redis-evicts': ({ auth }) => void (auth!.process.redis!.evictionPolicy = 'allkeys-lru'),
  'storage-away': ({ game }) => void (game!.process.storage!.state = 'away'),
  'storage-denied': ({ game }) => void (game!.process.storage!.denied = 'list'),
  'storage-full': ({ catalog: part }) => void (part!.process.storage!.freeBytes = GIB),
  'storage-nearly-full': ({ catalog: part }) => void (part!.process.storage!.freeBytes = 4 * GIB),
  'storage-size-unknown': ({ catalog: part }) =>
    Object.assign(part!.process.storage!, { kind: 's3', freeBytes: null }),
  'quota-reached': ({ catalog: part }) =>
    void Object.assign(part!.figures!, { quota: { siteBytes: 2 * GIB, uploaderBytes: null }, usage }),
  'uploader-quota-reached': ({ catalog: part }) =>
    void Object.assign(part!.figures!, { quota: { siteBytes: null, uploaderBytes: GIB }, usage }),
  'read-only': ({ auth }) =>
    void (auth!.figures!.announcement = { message: 'x', isReadOnly: true, startedAt: NOW.toISOString() }),
  'no-worker': ({ catalog: part }) => void (part!.figures!.workers = []),
  'worker-vanished': ({ catalog: part }) =>
    void part!.figures!.workers.push({ ...worker, name: 'transcoder-2', state: 'vanished' }),
  'worker-restarts': ({ catalog: part }) =>
    void part!.figures!.workers.push({ ...worker, state: 'vanished' }, { ...worker, state: 'vanished' }),
  'sandbox-off': ({ catalog: part }) => void (part!.figures!.workers = [{ ...worker, sandboxed: false }]),
  'queue-old': ({ catalog: part }) => void (part!.figures!.queue.oldestSeconds = 700),
  'queue-stuck': ({ catalog: part }) => void (part!.figures!.queue.stuck = 1),
  'videos-failing': ({ catalog: part }) =>
    void part!.figures!.failures.push({ failureCode: 'storage', count: 3 }),
  'units-failing': ({ catalog: part }) => void (part!.figures!.failingUnits = 1),
  'sounds-waiting': ({ game }) => void (game!.figures!.sounds.oldestSeconds = 700),
  'mail-not-configured': ({ auth }) => Object.assign(auth!.figures!.mail, { state: 'none', server: null }),
  'mail-server-away': ({ auth }) => void (auth!.figures!.mail.state = 'away'),
  'mail-refused': ({ auth }) => void (auth!.figures!.mail.state = 'refused'),
  'mails-failing': ({ auth }) => void (auth!.figures!.mail.retrying = 1),
  'no-superadmin': ({ auth }) => void (auth!.figures!.superadminCount = 0),
  'registrations-paused': ({ auth }) =>
    Object.assign(auth!.figures!, { registrations: { lastHour: 300, mostPerHour: 300 } }),
  'secret-weak': ({ auth }) => void auth!.process.weakSecrets.push('AUTH_SECRET'),
  'texts-missing': ({ auth }) => Object.assign(auth!.figures!, { missingTexts: ['about', 'contact'] }),
  'public-url-local': ({ gateway }) => void (gateway!.figures.publicUrl = 'http://localhost:8080'),
  'public-url-inside': ({ gateway }) => void (gateway!.figures.publicUrl = 'http://192.168.1.5:8080'),
  'public-url-differs': ({ gateway }) =>
    Object.assign(gateway!.figures.seen, { otherHost: 9, otherHostName: 'lark.example', publicHost: 0 }),
  'public-url-unreachable': ({ gateway }) => {
    gateway!.figures.seen.publicHost = 0;
    gateway!.figures.address!.state = 'unreachable';
  },
  'public-url-elsewhere': ({ gateway }) => {
    gateway!.figures.seen.publicHost = 0;
    gateway!.figures.address!.state = 'elsewhere';
  },
  'https-not-in-public-url': ({ gateway }) => {
    gateway!.figures.publicUrl = 'http://songs.example';
    gateway!.figures.seen.httpsBehindHttp = 100;
  },
  'https-cookies-over-http': ({ gateway }) => void (gateway!.figures.seen.plainHttp = 100),
  'proxy-unknown': ({ gateway }) =>
    Object.assign(gateway!.figures.seen, { unknownProxy: 100, unknownProxyAddress: '172.18.0.2' }),
  'proxies-not-named': ({ gateway }) => void (gateway!.figures.trustedProxies = null),
  'certificate-expiring': ({ gateway }) =>
    void (gateway!.figures.address!.certificate!.validUntil = '2026-12-01T00:00:00.000Z'),
  'certificate-invalid': ({ gateway }) =>
    void (gateway!.figures.address!.certificate!.validUntil = '2026-11-20T00:00:00.000Z'),
  'backup-missing': ({ auth }) => void (auth!.figures!.backup!.lastDoneAt = null),
  'backup-old': ({ auth }) => void (auth!.figures!.backup!.lastDoneAt = ago(50)),
  'backup-failed': ({ auth }) => void (auth!.figures!.backup!.lastProblem = 'The disk is full.'),
  'backup-on-same-disk': ({ auth }) => void (auth!.figures!.backup!.isOnSameDisk = true),
};

describe('findings', () => {
  it('a sound site has none', () => {
    expect(findFindings(soundSite())).toEqual([]);
  });

  it('a site of which nothing is known has none', () => {
    const nothing = { auth: null, catalog: null, game: null, gateway: null };
    const answers = { auth: 'ok', catalog: 'ok', game: 'ok', gateway: 'ok' } as const;
    expect(findFindings({ now: NOW, answers, ...nothing })).toEqual([]);
  });

  it.each(Object.entries(FAULTS))('%s is found by its fault, alone and in words', (id, plant) => {
    const site: Site = soundSite();
    plant(site);
    const found = findFindings(site);
    expect(found.map((finding) => finding.id)).toEqual([id]);
    for (const { sentence, remedy } of found) {
      expect(sentence).toMatch(/^[\w“].*[.:?!].*$/s);
      expect(remedy.length).toBeGreaterThan(10);
      expect(`${sentence} ${remedy}`).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  it('a disk that is full and one that is read-only are named as such', () => {
    const site: Site = soundSite();
    Object.assign(site.catalog.process.storage!, {
      state: 'full',
      problem: 'ENOSPC: no space left on device',
    });
    expect(findFindings(site)).toEqual([expect.objectContaining({ id: 'storage-full' })]);
    Object.assign(site.catalog.process.storage!, { state: 'ok', denied: 'write', problem: 'EROFS' });
    expect(findFindings(site)).toEqual([
      expect.objectContaining({ id: 'storage-denied', remedy: expect.stringContaining('mounted read-only') }),
    ]);
  });

  it('errors come before warnings, and warnings before hints', () => {
    const site: Site = soundSite();
    for (const id of ['mail-not-configured', 'queue-old', 'no-superadmin'] as const) FAULTS[id](site);
    expect(findFindings(site).map(({ severity }) => severity)).toEqual(['error', 'warning', 'hint']);
  });

  it.each([
    { certificate: '90 days, 15 left', from: -75 * 24, until: 15 * 24, severity: undefined },
    { certificate: '90 days, 13 left', from: -77 * 24, until: 13 * 24, severity: 'warning' },
    { certificate: '90 days, 2 left', from: -88 * 24, until: 2 * 24, severity: 'error' },
    { certificate: '12 hours, 4 left', from: -8, until: 4, severity: undefined },
    { certificate: '12 hours, 2 left', from: -10, until: 2, severity: 'warning' },
    { certificate: '12 hours, half an hour left', from: -11.5, until: 0.5, severity: 'error' },
  ])('a certificate of $certificate: $severity', ({ from, until, severity }) => {
    const site: Site = soundSite();
    const period = { validFrom: ago(-from), validUntil: ago(-until) };
    Object.assign(site.gateway.figures.address.certificate, period);
    expect(findFindings(site).map((finding) => finding.severity)).toEqual(severity ? [severity] : []);
  });

  it('a few stray requests by another way or name are no finding', () => {
    const site: Site = soundSite();
    Object.assign(site.gateway.figures.seen, { otherHost: 2, plainHttp: 2, unknownProxy: 20 });
    expect(findFindings(site)).toEqual([]);
  });

  it('an address that people use is not called unreachable, even if this machine cannot reach it', () => {
    const site: Site = soundSite();
    site.gateway.figures.address.state = 'unreachable' as never; // typed by the sound site
    expect(findFindings(site)).toEqual([]);
  });

  it('the handbook explains each kind', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations/status.md'), 'utf8');
    const explained = page.matchAll(/^\| `([a-z-]+)` \|/gm);
    expect(new Set([...explained].map(([, id]) => id))).toEqual(new Set(status.FINDING_IDS));
  });
});
