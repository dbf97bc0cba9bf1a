import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { MP3, startGame, type TestGame } from './support.ts';

const PICTURE = await readFile(join(import.meta.dirname, '..', 'starter-pack', 'pictures', 'apple.png')).then(
  (bytes) => new Uint8Array(bytes),
);

let service: TestGame;
let replica: string;
beforeAll(async () => {
  service = await startGame({ knownMediaMs: 600_000 });
  replica = await service.startReplica();
});
afterAll(() => service?.stop());

const ask = async (path: string, url = service.url) => (await fetch(url + encodeURI(path))).status;

/** Runs `work` while no statement can read the pictures and sounds. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await service.db.transaction().execute(async (trx) => {
    await sql`lock table pictures, sounds in access exclusive mode`.execute(trx);
    await work();
  });
}

test('requests for pictures and sounds that do not exist ask no database', async () => {
  expect(await ask('/Images/A/nothing.png')).toBe(404);
  await whileLocked(async () => {
    const paths = Array.from({ length: 60 }, (_, index) => [
      `/Images/A/nothing-${index}.png`,
      `/Audio/Ж/ничего ${index}.mp3`,
      `/Audio/letters/${index % 10}.mp3`,
    ]).flat();
    expect(new Set(await Promise.all(paths.map((path) => ask(path))))).toEqual(new Set([404]));
  });
});

test('requests for files that wait for the database leave calls their connections', async () => {
  const letter = await service.addLetter('B');
  const { id } = await service.addItem(letter, 'bear', 'image');
  await service.call('PUT', `/api/admin/game/media/${id}/picture`, { binary: PICTURE });
  const waiting: Promise<number>[] = [];
  await whileLocked(async () => {
    waiting.push(...Array.from({ length: 40 }, () => ask('/Images/B/bear.png')));
    const { status } = await service.call('GET', '/api/game/categories', { as: null });
    expect(status).toBe(200);
  });
  expect(await Promise.all(waiting)).toContain(200);
});

test('an uploaded picture and a prepared sound are available at once, even in the other process', async () => {
  const letter = await service.addLetter('C');
  for (const name of ['cat', 'cow', 'crab', 'crow']) {
    const paths = [`/Images/C/${name}.png`, `/Audio/C/${name}.mp3`];
    for (const path of paths) expect(await Promise.all([ask(path), ask(path, replica)])).toEqual([404, 404]);
    const { id } = await service.addItem(letter, name, 'image');
    const put = (what: string, binary: Uint8Array<ArrayBuffer>) =>
      service.call('PUT', `/api/admin/game/media/${id}/${what}`, { binary });
    expect((await put('picture', PICTURE)).status).toBe(200);
    expect(await Promise.all([ask(paths[0] ?? ''), ask(paths[0] ?? '', replica)])).toEqual([200, 200]);
    expect((await put('sound', MP3)).status).toBe(200);
    await service.prepareSounds();
    expect(await Promise.all([ask(paths[1] ?? ''), ask(paths[1] ?? '', replica)])).toEqual([200, 200]);
  }
});
