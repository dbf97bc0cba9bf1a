import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import { startMinio, toS3Settings, type Place } from '@larksong/service-kit/testing/minio';
import { createObjectLinks, createStorage } from '@larksong/service-kit/storage';

import { startSite } from '../transcode/site.ts';
import { findFolder, publishShort, segmentName } from './segments.ts';

const BUCKET = 'stream';

export interface StoredInS3 {
  /** Addresses of the same segments at the gateway and, signed, at MinIO. */
  gateway: string[];
  minio: string[];
  stop: () => Promise<void>;
}

/** Starts a site that stores its objects in MinIO, on this machine or in `place`, with `count` further segments of a video. */
export async function startOnS3(
  folder: string,
  { count, sizeBytes, place }: { count: number; sizeBytes: number; place?: Place | undefined },
): Promise<StoredInS3> {
  const minio = await startMinio(place);
  if ('unavailable' in minio) throw new Error(minio.unavailable);
  const settings = toS3Settings(minio, BUCKET);
  const site = await startSite(await mkdtemp(join(folder, 'data-s3-')), 1, { all: settings });
  const video = await findFolder(site, await publishShort(site, folder));
  const storage = createStorage(settings);
  const bytes = randomBytes(sizeBytes);
  for (let index = 0; index < count; index += 1)
    await storage.put(`${video.folder}/${segmentName(index)}`, bytes);
  await storage.close();
  const links = await createObjectLinks(settings, { seconds: 3600 });
  const names = Array.from({ length: count }, (_, index) => segmentName(index));
  return {
    gateway: names.map((name) => `${site.stack.localUrl}${video.hls}/${name}`),
    minio: await Promise.all(names.map((name) => links.create(`${video.folder}/${name}`, 'GET'))),
    async stop() {
      await site.stack.stop();
      await minio.stop();
    },
  };
}
