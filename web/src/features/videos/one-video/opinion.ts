import type { catalog } from '@larksong/contracts';

import { text } from '../../../lib/texts.ts';

/** The opinion that a viewer wants to have of a video. */
export type OpinionKind = 'like' | 'dislike' | 'none';

type Liked = Pick<catalog.Video, 'userHasLiked' | 'userHasDisliked' | 'likeCount'>;

/** Returns the present opinion. */
export function toOpinionKind(opinion: Liked): OpinionKind {
  if (opinion.userHasLiked) return 'like';
  return opinion.userHasDisliked ? 'dislike' : 'none';
}

/** Returns the opinion that pressing a button requests: pressing it again withdraws it (specification section 4). */
export function toggleOpinion(button: 'like' | 'dislike', now: Liked): OpinionKind {
  return toOpinionKind(now) === button ? 'none' : button;
}

/** Predicts the opinion that the server will return for the requested one. */
export function predictOpinion(now: Liked, requested: OpinionKind): catalog.Opinion {
  const others = now.likeCount - (now.userHasLiked ? 1 : 0);
  return {
    userHasLiked: requested === 'like',
    userHasDisliked: requested === 'dislike',
    likeCount: Math.max(0, others) + (requested === 'like' ? 1 : 0),
  };
}

/** Returns a sentence about a change of the opinion. */
export function describeChange(from: OpinionKind, to: OpinionKind): string {
  if (to === 'like') return text('opinion.liked');
  if (to === 'dislike') return text('opinion.disliked');
  return from === 'like' ? text('opinion.like-removed') : text('opinion.dislike-removed');
}
