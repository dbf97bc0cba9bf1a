import { describe, expect, it } from 'vitest';

import { GIB, soundSite, usage, worker } from '../testing/sound-site.ts';
import type { SiteFacts } from './facts.ts';
import { findFindings } from './find.ts';

/** Returns what is found in a sound site after a change, each with its remedy's beginning. */
function say(plant: (site: SiteFacts) => unknown): string[] {
  const site: SiteFacts = soundSite();
  plant(site);
  return findFindings(site).map(({ sentence, remedy }) => `${sentence} ${remedy.slice(0, 20)}`);
}

describe('sentences of findings', () => {
  it.each([
    {
      mail: { state: 'away', problem: 'refused', waiting: 1 },
      said: 'cannot be reached (refused). 1 mail waits for it. Check SMTP_URL, or S',
    },
    { mail: { state: 'away', waiting: 0 }, said: 'cannot be reached. Check SMTP_URL, or S' },
    {
      mail: { state: 'refused', waiting: 3 },
      said: 'refuses to accept mails from this site. 3 mails wait for it. Check the user and t',
    },
  ])('a finding about mails says: $said', ({ mail, said }) => {
    expect(say(({ auth }) => Object.assign(auth!.figures!.mail, mail))).toEqual([
      `The mail server mail.example:587 ${said}`,
    ]);
  });

  it.each([
    { kind: 's3', denied: 'write', problem: 'AccessDenied', remedy: 'Allow the key of cat' },
    { kind: 'folder', denied: 'write', problem: 'EROFS', remedy: 'The disk is mounted ' },
    { kind: 'folder', denied: 'write', problem: 'EACCES', remedy: 'Give the folder STOR' },
  ])('a finding about storage has the remedy for $kind $problem', ({ remedy, ...storage }) => {
    const found = say((site) => Object.assign(site.catalog!.process.storage!, storage));
    expect(found).toEqual([`The service catalog may not write to storage (${storage.problem}). ${remedy}`]);
  });

  it('workers that were stopped and started again by a command did not crash', () => {
    expect(
      say(({ catalog }) =>
        catalog!.figures!.workers.push(
          ...Array.from({ length: 5 }, () => ({ ...worker, state: 'stopped' as const })),
        ),
      ),
    ).toEqual([]);
  });

  it('a finding about a locked table names the session that holds it, with and without a name', () => {
    const locked = { name: 'users', seconds: 45, pid: 4711, program: 'psql' };
    const find = (program: string) => {
      const site = soundSite();
      site.auth.process.database!.lockedTables = [
        { ...locked, program },
        { ...locked, name: 'mails', program },
        { ...locked, name: 'sessions', pid: 4712, program },
      ];
      return findFindings(site)
        .map(({ sentence, remedy }) => `${sentence} ${remedy}`)
        .join();
    };
    expect(find('psql')).toMatch(
      /auth locked for 45 seconds \(users and mails\).*\(psql, process 4711 of Postgres\)/,
    );
    expect(find('')).toContain('(without a name, process 4711 of Postgres)');
  });

  it('a finding about storage names the actions that an S3 key needs', () => {
    const site: SiteFacts = soundSite();
    Object.assign(site.catalog!.process.storage!, { kind: 's3', denied: 'write' });
    expect(findFindings(site)[0]?.remedy).toContain(
      'Allow the key of catalog s3:PutObject, s3:GetObject and s3:ListBucket on the bucket',
    );
  });

  it('a finding about versions names the parts that have each', () => {
    expect(say(({ game }) => void (game!.process.version = '1.2.2'))).toEqual([
      'Parts of the site have different versions: 1.2.3 (auth, catalog, gateway and transcoder-1) and 1.2.2 (game). During an update thi',
    ]);
  });

  it('a finding about memory names a worker or a service', () => {
    const load = { ...worker.load!, memoryTotalBytes: GIB };
    const found = say((site) => {
      site.catalog!.figures!.workers = [{ ...worker, load }];
      site.auth!.process.memory.limitBytes = GIB / 8;
    });
    expect(found).toEqual([
      'auth may use only 128 MiB of memory, and needs 256 MiB: it may be killed in the middle of its work. Raise the limit (AUT',
      'worker transcoder-1 may use only 1 GiB of memory, and needs 1.5 GiB: it may be killed in the middle of its work. Raise the limit (TRA',
    ]);
  });

  it('a finding about the quota names a deleted account as such', () => {
    const uploaders = [...usage.uploaders, { name: '', videoCount: 1, sizeBytes: 2 * GIB }];
    const found = say((site) =>
      Object.assign(site.catalog!.figures!, {
        quota: { siteBytes: null, uploaderBytes: GIB },
        usage: { ...usage, uploaders },
      }),
    );
    expect(found).toEqual([
      'The limit for one uploader, 1.1 GB, has been reached by Olive and a deleted account. Delete some of their',
    ]);
  });

  it.each([
    { validUntil: '2026-11-26T13:00:00.000Z', said: 'ends on 2026-11-26, in 2 days.' },
    { validUntil: '2026-11-25T13:00:00.000Z', said: 'ends on 2026-11-25, in 1 day.' },
    { validUntil: '2026-11-24T17:30:00.000Z', said: 'ends on 2026-11-24, in 5 hours.' },
  ])('a finding about the certificate says: $said', ({ validUntil, said }) => {
    const found = say(({ gateway }) => Object.assign(gateway!.figures.address!.certificate!, { validUntil }));
    expect(found).toEqual([`The certificate of the site ${said} Renew it. Caddy and `]);
  });

  it.each([
    { name: 'other.example', said: 'it is for other.example, not for songs.example' },
    { name: null, said: 'it is for another name, not for songs.example' },
    { said: 'in the words of an older version' },
  ])('a finding about a certificate that is refused says: $said', ({ said, ...named }) => {
    const found = say(({ gateway }) =>
      Object.assign(gateway!.figures.address!.certificate!, { problem: said, ...named }),
    );
    expect(found).toEqual([`Browsers refuse the certificate of the site: ${said}. Renew it. Caddy and `]);
  });

  it.each([
    { missing: ['about'], said: 'who runs this site' },
    { missing: ['contact'], said: 'how to reach you' },
    { missing: ['about', 'contact'], said: 'who runs this site and how to reach you' },
  ])('a finding about missing texts says: $said', ({ missing, said }) => {
    expect(say(({ auth }) => Object.assign(auth!.figures!, { missingTexts: missing }))).toEqual([
      `The page For parents does not say yet ${said}. Open For parents in `,
    ]);
  });

  it('a finding about the queue counts one piece of work and several', () => {
    const one = { waiting: 1, oldestSeconds: 7300, stuck: 2 };
    expect(say(({ catalog }) => Object.assign(catalog!.figures!.queue, one))).toEqual([
      '2 pieces of work are stuck: no worker is processing them, and they were not given to another one. Restart catalog. If ',
      '1 piece of work waits for a worker, the oldest for 2 hours. More workers shorten',
    ]);
  });
});
