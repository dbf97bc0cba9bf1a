import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { thumbnailOf } from '../../library/videos/media-paths.ts';
import { listVideosById } from '../../library/videos/read-store.ts';
import type { DoorViewer } from '../../library/videos/viewer.ts';
import { canView, toAccessRules } from '../../library/videos/visibility.ts';
import type { NestCarers } from '../../nests/carers.ts';
import { closeOfNests, listOfNests } from './nest-store.ts';

/** Registers the calls by which the grown-ups of nests read what these told them, and close it. */
export function registerNestFlags(register: Register, { db, carers }: { db: Db; carers: NestCarers }): void {
  register(catalog.listNestFlags, async ({ params: { id }, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const { nestIds, ownerId } = await carers.get(id, viewer.id);
    const rows = await listOfNests(db, nestIds);
    const videos = await findVideos(db, { kind: 'door', ownerId, isLive: true }, rows);
    const flags = rows.map(({ id: flagId, nestId, kind, at, playerError, videoId }) => ({
      ...{ id: flagId, nestId, kind, at: at.toISOString(), playerError },
      video: videos.get(videoId) ?? null,
    }));
    return { data: { flags } };
  });

  register(catalog.closeNestFlag, async ({ params: { id, flagId }, viewer }) => {
    const { nestIds } = await carers.get(id, viewer.id);
    await closeOfNests(db, { id: flagId, nestIds }, viewer);
    return {};
  });
}

/** Returns what is shown of the songs that the owner of the nests may still give to a nest. */
async function findVideos(
  db: Db,
  owner: DoorViewer,
  flags: { videoId: string }[],
): Promise<Map<string, NonNullable<catalog.NestFlag['video']>>> {
  const ids = [...new Set(flags.map(({ videoId }) => videoId))];
  const videos = await listVideosById(db, ids, owner);
  return new Map(
    videos
      .filter((video) => canView(owner, toAccessRules(video)))
      .map((video) => [video.id, { id: video.id, title: video.title, thumbnail: thumbnailOf(video) }]),
  );
}
