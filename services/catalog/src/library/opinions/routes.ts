import { catalog } from '@larksong/contracts';
import { type KeyedMutex, type Register, type Viewer } from '@larksong/service-kit';

import type { Db, OpinionKind } from '../../db/tables.ts';
import { toAccountViewer } from '../videos/viewer.ts';
import { changeOpinion } from './change-opinion.ts';

/** Registers the calls that like and dislike a video and take an opinion back. */
export function registerOpinions(register: Register, deps: { db: Db; mutex: KeyedMutex }): void {
  const say =
    (kind: OpinionKind | null) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Viewer }) => ({
      data: await changeOpinion(deps, { videoId: params.id, viewer: toAccountViewer(viewer), kind }),
    });

  register(catalog.likeVideo, say('like'));
  register(catalog.dislikeVideo, say('dislike'));
  register(catalog.unlikeVideo, say(null));
}
