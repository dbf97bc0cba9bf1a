import { randomUUID } from 'node:crypto';

import { catalog, createClient, type Call } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { forgetFlags, sweepFlags } from '../src/participation/flags/store.ts';
import { tellFlags } from '../src/participation/flags/tell-flags.ts';
import { outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { startLinkSite, type LinkSite } from './link-site.ts';
import { addManySongs } from './song-lists.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let mia: TestTeacher;
let teacher: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  site = await startLinkSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.service.db.deleteFrom('videos').execute();
  [mia, teacher, olive] = [
    await site.enter('user', 'mia'),
    await site.enter('teacher', 'tom'),
    await site.enter('superadmin', 'olive'),
  ];
});

let lastNetwork = 0;
/** Returns a visitor of another network than all before, unless it is named. */
function visitor(agent = 'Browser', network = `198.51.100.${(lastNetwork += 1)}`): Call {
  const headers = { 'user-agent': agent, 'x-forwarded-for': network };
  return createClient({ baseUrl: site.service.url, headers: () => headers });
}

async function flag(
  call: Call,
  id: string,
  body: Partial<{ kind: catalog.FlagKind; text: string; playerError: catalog.PlayerError }> = {},
): Promise<boolean> {
  const input = { params: { id }, body: { kind: 'broken' as const, ...body } };
  return (await call(catalog.flagVideo, input)).data.isNew;
}

const list = async (
  by: TestTeacher,
  query: { list?: 'open' | 'closed'; limit?: number; cursor?: string } = {},
) => (await by.call(catalog.listFlags, { query })).data;
const close = async (by: TestTeacher, id: string, withAlike = false, seen = {}) =>
  (await by.call(catalog.closeFlag, { params: { id }, body: { withAlike, ...seen } })).data.closedCount;

describe('a flag of a song', () => {
  it('reaches superadmins and the teacher whose song it is, and hides nothing', async () => {
    const id = await addSong(site.service, { title: 'Ducks', uploaderId: teacher.id });
    const other = await addSong(site.service, { title: 'Geese' });
    const playerError = { what: 'network', details: 'fragLoadError', status: 404 } as const;
    expect(await flag(visitor(), id, { playerError })).toBe(true);
    expect(await flag(mia.call, other, { kind: 'frightening', text: ' The wolf at 1:20 ' })).toBe(true);
    const { flags, openCount } = await list(olive);
    expect(openCount).toBe(2);
    expect(flags).toMatchObject([
      { kind: 'frightening', text: 'The wolf at 1:20', by: { id: mia.id, name: 'mia' }, playerError: null },
      { kind: 'broken', text: '', by: null, playerError, video: { id, title: 'Ducks' }, closed: null },
    ]);
    expect((await list(teacher)).flags.map(({ video }) => video.title)).toEqual(['Ducks']);
    await expect(list(mia)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await visitor()(catalog.getVideo, { params: { id } })).data.video.title).toBe('Ducks');
  });

  it('is taken once a day from a viewer of a song', async () => {
    const [a, b] = [await addSong(site.service), await addSong(site.service)];
    const once = visitor();
    expect([await flag(once, a), await flag(once, a, { kind: 'other' }), await flag(once, b)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await flag(mia.call, a), await flag(mia.call, a)]).toEqual([true, false]);
    await sql`update flags set day = day - 1`.execute(site.service.db);
    expect(await flag(once, a)).toBe(true);
    expect((await list(olive)).openCount).toBe(4);
  });

  it('is one flag if the same viewer sends it ten times at once', async () => {
    const id = await addSong(site.service);
    const call = visitor();
    const answers = await Promise.all(Array.from({ length: 10 }, () => flag(call, id)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect((await list(olive)).openCount).toBe(1);
  });

  it('cannot tell a hidden song from an absent one', async () => {
    const hidden = await addSong(site.service, { visibility: 'private', uploaderId: teacher.id });
    const registered = await addSong(site.service, { visibility: 'registered' });
    for (const [call, id] of [
      [visitor(), hidden],
      [visitor(), registered],
      [mia.call, hidden],
      [mia.call, randomUUID()],
    ] as const)
      expect(await outcomeOf(flag(call, id))).toBe('VIDEO_NOT_FOUND');
    expect(await outcomeOf(flag(mia.call, registered))).toBe('ok');
  });

  it('has a text only from somebody who is signed in, without anything that breaks pages', async () => {
    const id = await addSong(site.service);
    await expect(flag(visitor(), id, { kind: 'other', text: 'Hello' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      reason: 'flag.text-needs-account',
    });
    expect(await flag(visitor(), id, { kind: 'other', text: ' \u200B' })).toBe(true);
    await expect(flag(mia.call, id, { text: '👩‍👩‍👧'.repeat(301) })).rejects.toMatchObject({
      reason: 'flag.text-too-long',
    });
    const text = '<script>alert(1)</script>\u202E‏gnp.exe\n\n\n\nZ' + '\u0335'.repeat(500);
    expect(await flag(mia.call, id, { text })).toBe(true);
    expect((await list(olive)).flags[0]?.text).toBe(
      `<script>alert(1)</script>gnp.exe\n\nZ${'\u0335'.repeat(8)}`,
    );
  });

  it("keeps of a player's failure only what programs say", async () => {
    const id = await addSong(site.service);
    const kept = async (body: Parameters<typeof flag>[2]) => {
      await flag(visitor(), id, body);
      return (await list(olive)).flags[0]?.playerError;
    };
    expect(await kept({ playerError: { what: 'media', details: 'youAreVeryUgly', status: 503 } })).toEqual({
      what: 'media',
      status: 503,
    });
    expect(await kept({ kind: 'other', playerError: { what: 'media' } })).toBeNull();
    expect(await outcomeOf(kept({ playerError: { what: 'media', details: '<b>no</b>' } }))).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('of a network is refused with a sentence after twenty in a day, also when all come at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => addSong(site.service)));
    const network = '203.0.113.7';
    const sends = Array.from({ length: 30 }, (_, n) =>
      outcomeOf(flag(visitor(`Browser ${Math.floor(n / 5)}`, network), ids[n % 5] ?? '')),
    );
    const outcomes = await Promise.all(sends);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(10);
    await expect(flag(visitor('New', network), ids[0] ?? '')).rejects.toMatchObject({
      reason: 'flag.too-many',
    });
    // Other networks are not concerned, nor members in the same one.
    expect(await flag(visitor(), ids[0] ?? '')).toBe(true);
    const headers = { ...mia.headers, 'x-forwarded-for': network };
    const member = createClient({ baseUrl: site.service.url, headers: () => headers });
    expect(await flag(member, ids[0] ?? '')).toBe(true);
  });
});

describe('a flag that is read', () => {
  it('is listed once with those like it, the newest first', async () => {
    const id = await addSong(site.service);
    await flag(mia.call, id, { kind: 'other', text: 'Too loud' });
    await flag(teacher.call, id, { kind: 'other', text: 'Much too loud' });
    await sql`insert into flags (id, video_id, day, kind, made_at)
      select gen_random_uuid(), ${id}, current_date, 'broken', now() + make_interval(secs => number)
      from generate_series(1, 25) number`.execute(site.service.db);
    const { flags, openCount } = await list(olive);
    expect(openCount).toBe(27);
    expect(flags.map(({ kind, alikeCount, alike }) => [kind, alikeCount, alike.length])).toEqual([
      ['broken', 24, catalog.MAX_ALIKE],
      ['other', 1, 1],
    ]);
    expect(flags[1]).toMatchObject({
      text: 'Much too loud',
      by: { name: 'tom' },
      alike: [{ text: 'Too loud', by: { id: mia.id, name: 'mia' }, playerError: null }],
    });
    const times = flags[0]?.alike.map(({ at }) => Date.parse(at)) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('is closed with one call, alone or with those like it, and recorded', async () => {
    const id = await addSong(site.service, { title: 'Ducks', uploaderId: teacher.id });
    for (const kind of ['broken', 'broken', 'broken', 'frightening'] as const)
      await flag(visitor(), id, { kind });
    await sql`update flags set made_at = made_at - interval '1 minute'`.execute(site.service.db);
    const { flags } = await list(teacher);
    expect(flags.map(({ kind, alikeCount }) => [kind, alikeCount])).toEqual([
      ['frightening', 0],
      ['broken', 2],
    ]);
    const [frightening, broken] = flags;
    await flag(visitor(), id, { kind: 'broken' }); // unread
    expect(await close(teacher, broken?.id ?? '', true, { seenUntil: broken?.at })).toBe(3);
    expect((await list(olive)).flags).toMatchObject([{ kind: 'broken', alikeCount: 0 }, {}]);
    expect(await close(olive, broken?.id ?? '', true)).toBe(1);
    expect(await close(olive, frightening?.id ?? '')).toBe(1);
    expect((await list(olive)).flags).toEqual([]);
    const { flags: closed } = await list(olive, { list: 'closed' });
    expect(closed.map((one) => [one.closed?.by, one.alikeCount])).toEqual([
      ['olive', 0],
      ['olive', 0],
      ['tom', 2],
    ]);
    const { data } = await olive.call(catalog.listVideoChanges, { query: { action: 'video.close-flag' } });
    expect(data.entries.slice(0, 3)).toMatchObject([
      { actor: { name: 'olive' }, subject: { id, name: 'Ducks' }, before: { kind: 'frightening' } },
      { actor: { name: 'olive' }, before: { kind: 'broken' }, after: { closed: 1 } },
      { actor: { name: 'tom' }, before: { kind: 'broken' }, after: { closed: 3 } },
    ]);
  });

  it('of a song of somebody else does not exist for a teacher', async () => {
    await flag(visitor(), await addSong(site.service));
    const [one] = (await list(olive)).flags;
    expect(await outcomeOf(close(teacher, one?.id ?? ''))).toBe('ITEM_NOT_FOUND');
    expect(await outcomeOf(close(olive, randomUUID()))).toBe('ITEM_NOT_FOUND');
  });

  it('is listed in pages without a gap', async () => {
    for (const id of await addManySongs(site.service, 5)) await flag(visitor(), id);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(olive, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.flags.map((one) => one.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });
});

describe('notices about flags', () => {
  const answers = (uploaders: TestTeacher[]): Call =>
    (async (endpoint: { operationId: string }) =>
      endpoint.operationId === 'listSuperadmins'
        ? { data: { ids: [olive.id] } }
        : { data: { users: uploaders.map(({ id }) => ({ id, role: 'user', isTeacher: true })) } }) as never;
  const read = async (by: TestTeacher) =>
    (await by.call(catalog.listNotices, {})).data.notices.map(({ kind, title }) => [kind, title]);

  it('go once to each superadmin and the teacher, however many flags there are, and again once they are read', async () => {
    const { db } = site.service;
    const id = await addSong(site.service, { title: 'Ducks', uploaderId: teacher.id });
    const tell = () => tellFlags({ db, auth: answers([teacher]) });
    await flag(teacher.call, id);
    await tell();
    expect(await read(teacher)).toEqual([]); // they told it
    for (let n = 0; n < 3; n += 1) await flag(visitor(), id);
    await tell();
    await flag(visitor(), id);
    await tell();
    expect(await read(olive)).toEqual([['flagged', 'Ducks']]);
    expect(await read(teacher)).toEqual([['flagged', 'Ducks']]);
    const [notice] = (await olive.call(catalog.listNotices, {})).data.notices;
    await olive.call(catalog.markNoticesRead, { body: { ids: [notice?.id ?? ''] } });
    await flag(visitor(), id);
    await tell();
    expect(await read(olive)).toEqual([['flagged', 'Ducks']]);
    const [one] = (await list(olive)).flags;
    await close(olive, one?.id ?? '', true);
    expect(await read(teacher)).toEqual([]);
  });

  it('wait for an auth that does not respond', async () => {
    await flag(visitor(), await addSong(site.service, { title: 'Ducks' }));
    const away: Call = async () => Promise.reject(new Error('away'));
    const tell = (auth: Call) => tellFlags({ db: site.service.db, auth });
    await expect(tell(away)).rejects.toThrow('away');
    await tell(answers([]));
    expect(await read(olive)).toEqual([['flagged', 'Ducks']]);
  });
});

describe('what is kept of flags', () => {
  it('says no longer from where they came once their day is over', async () => {
    const { db } = site.service;
    await flag(mia.call, await addSong(site.service), { text: 'Loud' });
    await sweepFlags(db, { closedDays: 30, nestDays: 90 });
    expect(
      await db.selectFrom('flags').select('id').where('network_key', 'is not', null).execute(),
    ).toHaveLength(1);
    await sql`update flags set day = day - 1`.execute(db);
    await sweepFlags(db, { closedDays: 30, nestDays: 90 });
    expect(await db.selectFrom('flags').select(['network_key', 'viewer_key', 'text']).execute()).toEqual([
      { network_key: null, viewer_key: null, text: 'Loud' },
    ]);
    await sql`update flags set closed_at = now() - interval '31 days'`.execute(db);
    await sweepFlags(db, { closedDays: 30, nestDays: 90 });
    expect(await db.selectFrom('flags').select('id').execute()).toEqual([]);
  });

  it('says nothing of a deleted account', async () => {
    await flag(mia.call, await addSong(site.service), { text: 'My name is Mia' });
    await forgetFlags(site.service.db, mia.id);
    expect((await list(olive)).flags).toMatchObject([{ by: null, text: '' }]);
  });
});
