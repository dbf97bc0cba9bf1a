import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import { until } from '../access/until.ts';
import type { CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';

const FILMS = 195;
const COPIES = 3;
const BROKEN = 2;

/** Files that `writeFilms` writes. */
export const FILM_COUNT = FILMS + COPIES + BROKEN;

/** Writes films to import, some of them twice under different names and some without any video, and returns their paths. */
export async function writeFilms(folder: string): Promise<string[]> {
  const clip = await readFile(await makeClip({ seconds: 1, width: 96, height: 54, hasAudio: false }));
  const film = (number: number) => Buffer.concat([clip, freeBox(number)]);
  const files = [
    ...numbers(FILMS).map((number) => ({ name: `Film ${number}.mp4`, bytes: film(number) })),
    ...numbers(COPIES).map((number) => ({ name: `Copy ${number}.mp4`, bytes: film(number) })),
    ...numbers(BROKEN).map((number) => ({
      name: `Broken ${number}.mp4`,
      bytes: `no film, number ${number}`,
    })),
  ];
  const paths: string[] = [];
  for (const { name, bytes } of files) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** Returns a box that players skip; with it, a film has other bytes, and perhaps another size. */
function freeBox(number: number): Buffer {
  const box = Buffer.alloc(12 + (number % 2));
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  box.writeUInt32BE(number, 8);
  return box;
}

/** Waits until all videos are final, and expects each film once, and of those without a video a reason in words. */
export async function expectEachOnce({ db }: CatalogData): Promise<void> {
  await until(
    async () =>
      (await db.selectFrom('videos').select('id').where('status', '=', 'processing').execute()).length === 0,
    { what: 'all videos are final', withinSeconds: 900, everyMs: 500 },
  );
  const videos = await db
    .selectFrom('videos')
    .select(['title', 'status', 'processing_error', 'source_hash'])
    .execute();
  expect(videos).toHaveLength(FILMS + BROKEN);
  expect(new Set(videos.map(({ source_hash: hash }) => hash)).size).toBe(FILMS + BROKEN);
  const failed = videos.filter(({ status }) => status === 'failed');
  for (const { title, processing_error: reason } of failed) console.log(`${title}: ${reason}`);
  expect(failed.map(({ title }) => title).toSorted()).toEqual(['Broken 0', 'Broken 1']);
  for (const { processing_error: reason } of failed) expect(reason).toMatch(/\w/);
}
