import { catalog } from '@larksong/contracts';
import type { Register, Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Turns } from '../videos/turns.ts';
import { changeOpinion } from './change-opinion.ts';
import type { OpinionKind } from './store.ts';

/** Registers liking, disliking and taking either back. */
export function registerOpinions(register: Register, deps: { db: Db; turns: Turns }): void {
  const say =
    (kind: OpinionKind | null) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Viewer }) => ({
      data: await changeOpinion(deps, { videoId: params.id, viewer, kind }),
    });

  register(catalog.likeVideo, say('like'));
  register(catalog.dislikeVideo, say('dislike'));
  register(catalog.unlikeVideo, say(null));
}
