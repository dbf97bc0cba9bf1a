import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';

import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import type { Account } from './accounts.ts';
import { makeClip, type ClipOptions } from './clips.ts';

/** The beginning or the end of a song. */
export interface Moment {
  type: 'playing' | 'ended';
  title: string;
  /** In milliseconds of the page's clock. */
  at: number;
}

/** Uploads public songs of one clip. Resolves with their ids once they are ready. */
export async function uploadSongs(
  { site, superadmin, clip }: { site: string; superadmin: Account; clip: ClipOptions },
  titles: readonly string[],
): Promise<string[]> {
  const file = await openAsBlob(await makeClip(clip));
  const ids: string[] = [];
  for (const title of titles)
    ids.push(await uploadFile(site, superadmin, { title, visibility: 'public', file }));
  const read = async (id: string) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const areReady = async () =>
    (await Promise.all(ids.map(read))).every(({ status }) => status === 'completed');
  await until(areReady, { what: 'the songs completed', withinSeconds: 280 });
  return ids;
}

/** Makes a list of an account. Returns its id. */
export async function makeList(by: Account, name: string, videoIds: string[]): Promise<string> {
  return (await by.call(catalog.createSongList, { body: { name, videoIds } })).data.list.id;
}

/** Records when songs begin and end, from the next page on that is opened. */
export async function recordMoments(page: Page): Promise<void> {
  await page.addInitScript(watchMoments);
}

/** Runs in the page. */
export function watchMoments(): void {
  const moments: unknown[] = [];
  Object.assign(window, { moments });
  for (const type of ['playing', 'ended'])
    document.addEventListener(
      type,
      ({ target }) => {
        const title = target instanceof Element ? target.getAttribute('aria-label') : '';
        moments.push({ type, title, at: performance.now() });
      },
      { capture: true },
    );
}

/** Returns the recorded moments. */
export async function readMoments(page: Page): Promise<Moment[]> {
  return toDistinct(await page.evaluate(() => Reflect.get(window, 'moments') as Moment[])); // set above
}

/** Leaves out further beginnings of a song that has not ended, as after a stall. */
export function toDistinct(moments: readonly Moment[]): Moment[] {
  return moments.filter(
    ({ type, title }, index) => type !== moments[index - 1]?.type || title !== moments[index - 1]?.title,
  );
}

/** Returns the titles in the order in which they were played. */
export const toTitles = (moments: readonly Moment[]) =>
  moments.filter(({ type }) => type === 'playing').map(({ title }) => title);

/** Returns the seconds between the end of each song and the beginning of the next one. */
export function toGaps(moments: readonly Moment[]): number[] {
  return moments.flatMap(({ type, at }, index) => {
    const before = moments[index - 1];
    return type === 'playing' && before?.type === 'ended' ? [(at - before.at) / 1000] : [];
  });
}
