import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { status } from '@larksong/contracts';
import { FINDINGS } from '@larksong/contracts/sentences';
import { compileMessage, listPlaceholders } from '@larksong/languages';
import { describe, expect, it } from 'vitest';

import { ago, GIB, NOW, soundSite, usage, worker, type Site } from '../testing/sound-site.ts';
import type { SiteFacts } from './facts.ts';
import { findFindings } from './find.ts';

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
  'database-read-only': ({ auth }) => void (auth!.process.database!.isReadOnly = true),
  'database-locked': ({ auth }) =>
    void (auth!.process.database!.lockedTables = [{ name: 'users', seconds: 45, pid: 7, program: '' }]),
  'tables-missing': ({ catalog: part }) => void (part!.process.database!.missingTables = ['videos']),
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
  'flags-old': ({ catalog }) => void (catalog!.figures!.flags = { open: 3, oldestSeconds: 300_000 }),
  'approvals-old': ({ catalog }) =>
    void (catalog!.figures!.approvals = { waiting: 2, sentBack: 1, oldestSeconds: 300_000 }),
  'comments-old': ({ catalog }) =>
    Object.assign(catalog!.figures!, {
      comments: { setting: 'approval', isChosen: true, waiting: 2, reported: 1, oldestSeconds: 300_000 },
    }),
  'comments-undecided': ({ catalog }) =>
    Object.assign(catalog!.figures!, {
      comments: { setting: 'off', isChosen: false, waiting: 0, reported: 0, oldestSeconds: 0 },
    }),
  'sounds-waiting': ({ game }) => void (game!.figures!.sounds.oldestSeconds = 700),
  'mail-not-configured': ({ auth }) => Object.assign(auth!.figures!.mail, { state: 'none', server: null }),
  'mail-server-away': ({ auth }) => void (auth!.figures!.mail.state = 'away'),
  'mail-refused': ({ auth }) => void (auth!.figures!.mail.state = 'refused'),
  'mails-failing': ({ auth }) => void (auth!.figures!.mail.retrying = 1),
  'no-superadmin': ({ auth }) => void (auth!.figures!.superadminCount = 0),
  'registrations-paused': ({ auth }) =>
    Object.assign(auth!.figures!, { registrations: { lastHour: 300, mostPerHour: 300 } }),
  'secret-weak': ({ auth }) => void auth!.process.weakSecrets.push('AUTH_SECRET'),
  'closed-open-registration': ({ auth, catalog: part }) => {
    auth!.figures!.registration = 'open';
    part!.figures!.siteAccess = { visitors: 'nobody', game: 'everybody' };
  },
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
    for (const { sentence, remedy, values } of found) {
      expect(sentence).toMatch(/^[\w“].*[.:?!].*$/s);
      expect(remedy.length).toBeGreaterThan(10);
      expect(`${sentence} ${remedy}`).not.toMatch(/undefined|null|NaN|\[object|[{}]/);
      const messages = FINDINGS[id as status.FindingId];
      const needed = Object.values(messages).flatMap((message) => listPlaceholders(compileMessage(message)));
      expect(new Set(Object.keys(values ?? {}))).toEqual(new Set(needed));
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
