import { ApiError, catalog } from '@larksong/contracts';
import { createRandom, readCount, type Random } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { addManySongs, makeList, readList } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

const ROUNDS = readCount('LIST_ROUNDS', 15);
/** Rounds with one list and one session, whose token is good for ten minutes. */
const ROUNDS_OF_A_LIST = 100;
const seed = readCount('SEED', 38);
const random = createRandom(seed);

let service: TestCatalog;
let member: TestTeacher;
let videos: string[];
beforeAll(async () => {
  process.stdout.write(`operations on lists with SEED=${seed}\n`);
  service = await startCatalog();
  videos = await addManySongs(service, 12);
});
afterAll(() => service.stop());

interface State {
  ids: string[];
  version: number;
}

type Operation =
  | { kind: 'add'; videoIds: string[]; after: string | null | undefined }
  | { kind: 'remove'; videoId: string }
  | { kind: 'move'; videoId: string; after: string | null }
  | { kind: 'order'; version: number; videoIds: string[] };

/** What an operation does, told apart from how the service does it. */
function apply({ ids, version }: State, operation: Operation): { state: State; answer: string } {
  const unchanged = (answer: string) => ({ state: { ids, version }, answer });
  const changed = (next: string[], answer = '') => ({ state: { ids: next, version: version + 1 }, answer });
  const insert = (into: string[], added: string[], after: string | null | undefined) => {
    const at = after === null ? 0 : into.indexOf(after ?? '') + 1 || into.length;
    return [...into.slice(0, at), ...added, ...into.slice(at)];
  };
  switch (operation.kind) {
    case 'add': {
      const added = operation.videoIds.filter((id) => !ids.includes(id));
      return added.length === 0
        ? unchanged('0')
        : changed(insert(ids, added, operation.after), String(added.length));
    }
    case 'remove':
      return ids.includes(operation.videoId)
        ? changed(ids.filter((id) => id !== operation.videoId))
        : unchanged('');
    case 'move': {
      const { videoId, after } = operation;
      if (!ids.includes(videoId)) return unchanged('VIDEO_NOT_FOUND');
      if (after === videoId) return unchanged('');
      return changed(
        insert(
          ids.filter((id) => id !== videoId),
          [videoId],
          after,
        ),
      );
    }
    case 'order':
      return operation.version === version ? changed(operation.videoIds) : unchanged('CONFLICT');
  }
}

function choose({ ids, version }: State, { pick, chance, whole }: Random): Operation {
  const some = () => shuffle(videos).slice(0, whole(1, 3));
  const place = () => (chance(0.2) ? null : pick(videos));
  const kinds: (() => Operation)[] = [
    () => ({ kind: 'add', videoIds: some(), after: chance(0.3) ? undefined : place() }),
    () => ({ kind: 'remove', videoId: pick(videos) }),
    () => ({ kind: 'move', videoId: pick(videos), after: place() }),
    () => ({ kind: 'order', version: chance(0.8) ? version : version - 1, videoIds: shuffle(ids) }),
  ];
  return pick(kinds)();
}

function shuffle(ids: string[]): string[] {
  return ids
    .map((id) => ({ id, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

/** Makes the call of an operation, and returns its answer as `apply` does. */
async function send(id: string, operation: Operation): Promise<string> {
  const { call } = member;
  try {
    switch (operation.kind) {
      case 'add': {
        const { videoIds, after } = operation;
        const body = { videoIds, ...(after === undefined ? {} : { after }) };
        return String((await call(catalog.addSongs, { params: { id }, body })).data.addedCount);
      }
      case 'remove':
        await call(catalog.removeSong, { params: { id, videoId: operation.videoId } });
        return '';
      case 'move': {
        const { videoId, after } = operation;
        await call(catalog.moveSong, { params: { id, videoId }, body: { after } });
        return '';
      }
      case 'order': {
        const { version, videoIds } = operation;
        await call(catalog.saveSongOrder, { params: { id }, body: { version, videoIds } });
        return '';
      }
    }
  } catch (error) {
    if (error instanceof ApiError && error.code) return error.code;
    throw error;
  }
}

it(`${ROUNDS} rounds of two clients, who change a list at the same time, end as one after the other`, async () => {
  for (let done = 0; done < ROUNDS; done += ROUNDS_OF_A_LIST) {
    member = await signIn(service, 'user');
    await expectOneAfterTheOther(Math.min(ROUNDS_OF_A_LIST, ROUNDS - done));
  }
});

async function expectOneAfterTheOther(rounds: number): Promise<void> {
  const id = await makeList(member, { videoIds: videos.slice(0, 5) });
  const first = await readList(member, id);
  let state: State = { ids: first.songs.map((song) => song.id), version: first.version };
  for (let round = 0; round < rounds; round += 1) {
    const operations = [choose(state, random), choose(state, random)] as const;
    const answers = await Promise.all(operations.map((operation) => send(id, operation)));
    const list = await readList(member, id);
    const after = { ids: list.songs.map((song) => song.id), version: list.version };
    const possible = [[0, 1] as const, [1, 0] as const].map((order) => {
      const outcomes: string[] = [];
      let next = state;
      for (const index of order) {
        const result = apply(next, operations[index]);
        next = result.state;
        outcomes[index] = result.answer;
      }
      return { state: next, answers: outcomes };
    });
    expect(possible, JSON.stringify({ seed, round, state, operations })).toContainEqual({
      state: after,
      answers,
    });
    state = after;
  }
}
