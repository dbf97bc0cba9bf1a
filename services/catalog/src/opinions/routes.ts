import { catalog } from '@larksong/contracts';
import { signedIn, type KeyedMutex, type Register, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import { changeOpinion } from './change-opinion.ts';
import type { OpinionKind } from './store.ts';

export function registerOpinions(register: Register, deps: { db: Db; mutex: KeyedMutex }): void {
  const say =
    (kind: OpinionKind | null) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Viewer | null }) => ({
      data: await changeOpinion(deps, { videoId: params.id.toLowerCase(), viewer: signedIn(viewer), kind }),
    });

  register(catalog.likeVideo, say('like'));
  register(catalog.dislikeVideo, say('dislike'));
  register(catalog.unlikeVideo, say(null));
}
