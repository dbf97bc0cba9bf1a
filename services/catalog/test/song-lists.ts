import { catalog, type Data } from '@larksong/contracts';
import { sql } from 'kysely';
import type { Static } from 'typebox';

import { saveUploader } from '../src/library/videos/store.ts';
import { addSong } from './library.ts';
import type { TestCatalog } from './support.ts';
import type { TestTeacher } from './teachers.ts';

/** Adds public songs and returns their ids. */
export async function addSongs(service: TestCatalog, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await addSong(service, { title: `Song ${n}` }));
  return ids;
}

type NewList = Partial<Static<typeof catalog.createSongList.body>>;

/** Makes a list of an account and returns its id. */
export async function makeList(by: TestTeacher, list: NewList = {}): Promise<string> {
  const { data } = await by.call(catalog.createSongList, { body: { name: 'Ours', ...list } });
  return data.list.id;
}

/** Makes a list of the site by offering one of a superadmin, and returns its id. */
export async function offerList(by: TestTeacher, list: NewList = {}): Promise<string> {
  const id = await makeList(by, list);
  return (await by.call(catalog.offerSongList, { params: { id } })).data.list.id;
}

/** Returns a list as an account sees it. */
export async function readList(by: Pick<TestTeacher, 'call'>, id: string): Promise<catalog.SongList> {
  return (await by.call(catalog.getSongList, { params: { id } })).data.list;
}

/** Returns the ids of the songs that an account sees in a list, in order. */
export async function songsOf(by: Pick<TestTeacher, 'call'>, id: string): Promise<string[]> {
  return (await readList(by, id)).songs.map((song) => song.id);
}

/** Returns the overview of an account or, through a client without a session, of a visitor. */
export async function readOverview(
  by: Pick<TestTeacher, 'call'>,
  video?: string,
): Promise<Data<typeof catalog.listSongLists>> {
  return (await by.call(catalog.listSongLists, video === undefined ? {} : { query: { video } })).data;
}

/** Adds many public songs at once and returns their ids. */
export async function addManySongs({ db, superadmin }: TestCatalog, count: number): Promise<string[]> {
  await saveUploader(db, { id: superadmin.id, username: 'olive', displayName: null });
  const { rows } = await sql<{ id: string }>`
    insert into videos (id, title, description, visibility, uploader_id, status, requested_resolutions, source_key,
      source_size_bytes, duration_seconds, playable_at)
    select gen_random_uuid(), 'Song ' || number, '', 'public', ${superadmin.id}, 'completed', '{360p}',
      'videos/' || number || '/source', 1, 20, now()
    from generate_series(1, ${count}) as number
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
