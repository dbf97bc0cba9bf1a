import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepSuggestions } from '../src/participation/suggestions/store.ts';
import { deleteFinishedUnits } from '../src/transcoding/deletion/store.ts';
import { deleteUnusedWords } from '../src/library/search/store.ts';
import { addSong } from './library.ts';
import { claim, plannedVideo, startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.db.deleteFrom('search_words').execute();
});

describe('units of a completed video', () => {
  const listUnitVideos = async () => {
    const rows = await catalog.db.selectFrom('transcode_units').select('video_id').distinct().execute();
    return rows.map((row) => row.video_id);
  };

  it('the units of a completed video are deleted some days later, and the video still plays', async () => {
    const old = await upload(catalog);
    await transcode(catalog);
    await sql`update videos set completed_at = now() - interval '8 days'`.execute(catalog.db);
    const recent = await upload(catalog);
    await transcode(catalog);
    const inWork = await plannedVideo(catalog);
    await deleteFinishedUnits(catalog.db, 7);
    expect((await listUnitVideos()).toSorted()).toEqual([recent, inWork].toSorted());
    const playlist = await fetch(`${catalog.url}/hls/${old}/480p/playlist.m3u8`, {
      headers: catalog.superadmin.headers,
    });
    expect(playlist.status).toBe(200);
    expect((await playlist.text()).match(/\.m4s/g)).toHaveLength(5);
  });
});

describe('known words', () => {
  const listWords = async () =>
    (await catalog.db.selectFrom('search_words').select('word').orderBy('word').execute()).map(
      ({ word }) => word,
    );

  it('known words are deleted once no video has them', async () => {
    await addSong(catalog, { title: 'Éléphants dance' });
    await upload(catalog, { title: 'Hidden ducks', description: '' });
    const gone = await addSong(catalog, { title: 'Dance of giraffes' });
    await catalog.db.deleteFrom('videos').where('id', '=', gone).execute();
    await sql`insert into search_words select 'word' || chr(97 + n / 26) || chr(97 + n % 26) from generate_series(0, 649) n`.execute(
      catalog.db,
    );
    expect(await listWords()).toContain('giraffes');
    await deleteUnusedWords(catalog.db);
    expect(await listWords()).toEqual(['dance', 'ducks', 'elephants', 'hidden']);
  });
});

describe('a claim that meets the deletion of its video in a deadlock', () => {
  // Postgres ends the transaction that notices, a second after it began to wait: the claim, unless the machine stalls.
  it(
    'a claim that deadlocks with the deletion of its video is answered, and the video is deleted',
    { retry: 3 },
    async () => {
      await catalog.db.deleteFrom('videos').execute();
      const id = await plannedVideo(catalog);
      const isLocked = Promise.withResolvers<void>();
      const claimWaits = Promise.withResolvers<void>();
      const deletion = catalog.db.transaction().execute(async (trx) => {
        await trx.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
        isLocked.resolve();
        await claimWaits.promise;
        await trx.deleteFrom('videos').where('id', '=', id).execute(); // its units, of which the claim holds one
      });
      await isLocked.promise;
      const claimed = claim(catalog, 'heavy');
      await expect.poll(countWaiting).toBe(1);
      claimWaits.resolve();
      const [outcome] = await Promise.allSettled([claimed, deletion]);
      expect(outcome).toEqual({ status: 'fulfilled', value: null });
      expect(await catalog.db.selectFrom('videos').select('id').execute()).toEqual([]);
    },
  );

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(catalog.db);
    return rows[0]?.count ?? 0;
  }
});

it('a suggestion is deleted a month after the decision, or once it has waited for half a year', async () => {
  const { db } = catalog;
  await sql`
    with list as (
      insert into song_lists (id, name, description, sign, hue, letters)
      values (gen_random_uuid(), 'Morning', '', 'snow', 'lake', '{}') returning id
    )
    insert into list_suggestions (id, list_id, member_id, member_name, title, state, made_at, decided_at)
    select gen_random_uuid(), list.id, gen_random_uuid(), 'mia', title, state, now() - made, now() - decided
    from list, (values
      ('Wheels', 'waiting', interval '181 days', null),
      ('Bus', 'taken', '32 days', interval '31 days'),
      ('Geese', 'declined', '190 days', '29 days'),
      ('Ducks', 'waiting', '179 days', null)
    ) as suggested (title, state, made, decided)`.execute(db);
  await sweepSuggestions(db, { decidedDays: 30, waitingDays: 180 });
  const left = await db.selectFrom('list_suggestions').select('title').orderBy('title').execute();
  expect(left).toEqual([{ title: 'Ducks' }, { title: 'Geese' }]);
});
