import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createRandom, readSeed, type Random } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listFirst, visibleTo } from '../src/library/listings/store.ts';
import { listVideosById } from '../src/library/videos/read-store.ts';
import type { DoorViewer, NestViewer, VideoViewer } from '../src/library/videos/viewer.ts';
import {
  canFind,
  canOpen,
  canWatch,
  mayChange,
  owns,
  toAccessRules,
} from '../src/library/videos/visibility.ts';
import { findStream } from '../src/streaming/store.ts';
import { addSong, type Song, type State } from './library.ts';
import { storeRule, type StoredRow } from './nests.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('nest_rules').execute();
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
});

const [OWNER, OTHER] = [randomUUID(), randomUUID()];
/** Those that differ only in their case or an accent are different tags, as they are in lists. */
const TAG_VALUES = ['Kindergarten', 'kindergarten', 'Kindergärten'];
const STATES: State[] = ['completed', 'playable', 'processing', 'failed'];

interface World {
  songs: (Song & { id: string })[];
  lists: { id: string; ownerId: string | null; isDeleted: boolean; songIds: string[] }[];
}

async function makeWorld(random: Random): Promise<World> {
  const songs: World['songs'] = [];
  for (let n = 0; n < 30; n += 1) {
    const song: Song = {
      visibility: random.pick(catalog.VISIBILITIES),
      uploaderId: random.pick([OWNER, OTHER]),
      privateUserId: random.pick([OWNER, OTHER]),
      isWaiting: random.chance(0.1),
      state: random.chance(0.7) ? 'completed' : random.pick(STATES),
      tags: { category: random.chance(0.5) ? [random.pick(TAG_VALUES)] : [] },
    };
    songs.push({ ...song, id: await addSong(service, song) });
  }
  const lists: World['lists'] = [];
  for (let n = 0; n < 6; n += 1) {
    const list = {
      id: randomUUID(),
      ownerId: random.pick([OWNER, OTHER, null]),
      isDeleted: random.chance(0.2),
      songIds: songs.filter(() => random.chance(0.25)).map(({ id }) => id),
    };
    await storeList(list);
    lists.push(list);
  }
  return { songs, lists };
}

async function storeList({ id, ownerId, isDeleted, songIds }: World['lists'][number]): Promise<void> {
  await service.db
    .insertInto('song_lists')
    .values({
      ...{ id, owner_id: ownerId, name: 'List', description: '', sign: 'sun', hue: 'lake', letters: [] },
      deleted_at: isDeleted ? new Date() : null,
    })
    .execute();
  const rows = songIds.map((videoId, rank) => ({ list_id: id, video_id: videoId, rank }));
  if (rows.length > 0) await service.db.insertInto('song_list_songs').values(rows).execute();
}

function makeRows(random: Random, { lists }: World): StoredRow[] {
  return Array.from({ length: random.whole(0, 4) }, () => {
    const kind = random.pick(['list', 'list', 'tag', 'tag', 'everything']);
    if (kind === 'list') return { listId: random.pick(lists).id };
    if (kind === 'everything') return { everything: true };
    return { tag: { tagType: 'category', tagValue: random.pick(TAG_VALUES) } };
  });
}

/** What the specification says, in its own words. */
function isInNest(
  song: World['songs'][number],
  { rows, hiddenIds, lists }: { rows: StoredRow[]; hiddenIds: string[]; lists: World['lists'] },
): boolean {
  if (hiddenIds.includes(song.id)) return false;
  if (song.isWaiting || !['completed', 'playable'].includes(song.state ?? '')) return false;
  const isByList = rows.some((row) => {
    const list = 'listId' in row ? lists.find(({ id }) => id === row.listId) : undefined;
    return list && !list.isDeleted && list.ownerId !== OTHER && list.songIds.includes(song.id);
  });
  const isByTag = rows.some(
    (row) => 'everything' in row || ('tag' in row && song.tags?.category?.includes(row.tag.tagValue)),
  );
  if (song.visibility === 'public') return isByList || isByTag;
  if (!isByList) return false;
  return song.visibility === 'registered' || song.uploaderId === OWNER;
}

async function listVisible(viewer: VideoViewer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select video_id as id from listings where ${visibleTo(viewer)} order by 1`.execute(service.db);
  return rows.map(({ id }) => id);
}

/** Returns the songs that the rule in code shows of all of them, as each reading call reads them. */
async function listByCode(viewer: VideoViewer, { songs }: World): Promise<string[]> {
  const ids = songs.map(({ id }) => id);
  const rows = await listVideosById(service.db, ids, viewer);
  const found = rows.filter((row) => canFind(viewer, toAccessRules(row))).map(({ id }) => id);
  for (const { id } of rows) {
    const stream = await findStream(service.db, id, viewer);
    expect(!!stream && canFind(viewer, toAccessRules(stream))).toBe(found.includes(id));
  }
  return found.toSorted();
}

describe('the rule of a nest', () => {
  it('is the same in SQL, in code and in the specification, for random rules and songs', async () => {
    const seed = readSeed();
    const random = createRandom(seed);
    for (let round = 0; round < 2; round += 1) {
      const world = await makeWorld(random);
      for (let n = 0; n < 6; n += 1) {
        const rows = makeRows(random, world);
        const hiddenIds = world.songs.filter(() => random.chance(0.1)).map(({ id }) => id);
        const nest = await storeRule(service.db, { ownerId: OWNER, rows, hiddenIds });
        const expected = world.songs
          .filter((song) => isInNest(song, { rows, hiddenIds, lists: world.lists }))
          .map(({ id }) => id)
          .toSorted();
        expect(await listVisible(nest), `seed ${seed}`).toEqual(expected);
        expect(await listByCode(nest, world), `seed ${seed}`).toEqual(expected);
        for (const sort of ['newest', 'most_viewed'] as const) {
          const walked = await listFirst(service.db, {
            viewer: nest,
            sort,
            query: null,
            after: null,
            limit: 100,
          });
          expect(walked.map(({ id }) => id).toSorted(), `seed ${seed}`).toEqual(expected);
        }
      }
      await service.db.deleteFrom('song_lists').execute();
      await service.db.deleteFrom('videos').execute();
    }
  });

  it('shows nothing for an owner who left, with the rule of somebody else, and without a rule', async () => {
    const id = await addSong(service);
    const nest = await storeRule(service.db, { ownerId: OWNER, rows: [{ everything: true }] });
    expect(await listVisible(nest)).toEqual([id]);
    const others: NestViewer[] = [
      { ...nest, isLive: false },
      { ...nest, ownerId: OTHER },
      { ...nest, ruleId: randomUUID() },
    ];
    for (const other of others) {
      expect(await listVisible(other)).toEqual([]);
      const [row] = await listVideosById(service.db, [id], other);
      expect(row && canWatch(other, toAccessRules(row))).toBe(false);
    }
    await service.db.deleteFrom('nest_rows').execute();
    expect(await listVisible(nest)).toEqual([]);
  });

  it('holds nothing of a song that was read for somebody else', async () => {
    const id = await addSong(service);
    const nest = await storeRule(service.db, { ownerId: OWNER, rows: [{ everything: true }] });
    const [row] = await listVideosById(service.db, [id], { kind: 'visitor' });
    expect(row && canWatch(nest, toAccessRules(row))).toBe(false);
  });

  it('shows a failed song to nobody, and lets a nest and a door change and own nothing', async () => {
    const id = await addSong(service, { uploaderId: OWNER, state: 'failed' });
    const nest = await storeRule(service.db, { ownerId: OWNER, rows: [{ everything: true }] });
    const [row] = await listVideosById(service.db, [id], nest);
    const rules = row && toAccessRules(row);
    expect(rules?.nestWay).toBe('open');
    for (const viewer of [nest, doorOf(OWNER)])
      expect(rules && [canOpen, canWatch, owns, mayChange].map((may) => may(viewer, rules))).toEqual([
        ...[false, false, false, false],
      ]);
  });
});

const doorOf = (ownerId: string): DoorViewer => ({ kind: 'door', ownerId, isLive: true });

describe('the door of a nest', () => {
  it('offers every song that a nest of its owner could hold, in SQL as in code', async () => {
    const seed = readSeed();
    const world = await makeWorld(createRandom(seed));
    const expected = world.songs
      .filter(({ isWaiting, state }) => !isWaiting && (state === 'completed' || state === 'playable'))
      .filter(({ visibility, uploaderId }) => visibility !== 'private' || uploaderId === OWNER)
      .map(({ id }) => id)
      .toSorted();
    expect(await listVisible(doorOf(OWNER)), `seed ${seed}`).toEqual(expected);
    expect(await listByCode(doorOf(OWNER), world), `seed ${seed}`).toEqual(expected);
    expect(await listVisible({ ...doorOf(OWNER), isLive: false })).toEqual([]);
  });
});
