import type { catalog } from '@larksong/contracts';

/** The opinion that a viewer wants to have of a video. */
export type OpinionKind = 'like' | 'dislike' | 'none';

type Liked = Pick<catalog.Video, 'userHasLiked' | 'userHasDisliked' | 'likeCount'>;

function toOpinionKind(opinion: Liked): OpinionKind {
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
