import { randomBytes } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeClip, shortenClip } from '../transcode/clips.ts';
import { until, upload, type Site } from '../transcode/site.ts';

/** Numbers of added segments start here, beyond those of the video. */
const FIRST = 1000;

/** Uploads a clip of 8 s and waits until it is completed. Returns the id of its video, which is public. */
export async function publishShort(site: Site, folder: string): Promise<string> {
  const clip = await shortenClip(await makeClip('calm', { folder, seconds: 10 }), { folder, seconds: 8 });
  const { id } = await upload(site, clip);
  await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 200 });
  return id;
}

/** Returns the name of the nth added segment, from 0. */
export function segmentName(index: number): string {
  return `${String(FIRST + index).padStart(5, '0')}.m4s`;
}

/** Returns where the segments of a video's largest rung are: below `/hls`, and in storage. */
export async function findFolder(site: Site, id: string): Promise<{ hls: string; folder: string }> {
  const playlist = await (
    await fetch(`${site.stack.url}/hls/${id}/720p/playlist.m3u8`, { headers: site.headers })
  ).text();
  const [, attempt = '', token = ''] = /^(\d+)\/(.+)\/00000\.m4s$/m.exec(playlist) ?? [];
  return {
    hls: `/hls/${id}/720p/${attempt}/${token}`,
    folder: `videos/${id}/${attempt}/720p/${token}`,
  };
}

/**
 * Stores additional segments of random bytes next to those of a video, under the storage folder `root`. Returns their
 * paths under `/hls` and in storage.
 */
export async function addSegments(
  site: Site,
  { id, root, count, sizeBytes }: { id: string; root: string; count: number; sizeBytes: number },
): Promise<{ hls: string; folder: string }> {
  const place = await findFolder(site, id);
  await readFile(join(root, place.folder, '00000.m4s')); // fails here if storage looks different
  const source = join(root, place.folder, segmentName(0));
  await writeFile(source, randomBytes(sizeBytes));
  for (let index = 1; index < count; index += 1)
    await copyFile(source, join(root, place.folder, segmentName(index)));
  return place;
}
