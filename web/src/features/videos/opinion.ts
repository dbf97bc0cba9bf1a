import type { catalog } from '@larksong/contracts';

/** The opinion that a viewer wants to have of a video. */
export type Wish = 'like' | 'dislike' | 'none';

type Liked = Pick<catalog.Video, 'userHasLiked' | 'userHasDisliked' | 'likeCount'>;

function toWish(opinion: Liked): Wish {
  if (opinion.userHasLiked) return 'like';
  return opinion.userHasDisliked ? 'dislike' : 'none';
}

/** Returns the opinion that pressing a button requests: pressing it again withdraws it (specification section 4). */
export function press(button: 'like' | 'dislike', now: Liked): Wish {
  return toWish(now) === button ? 'none' : button;
}

/** Predicts the opinion that the server will return for a wish. */
export function expectOpinion(now: Liked, wish: Wish): catalog.Opinion {
  const others = now.likeCount - (now.userHasLiked ? 1 : 0);
  return {
    userHasLiked: wish === 'like',
    userHasDisliked: wish === 'dislike',
    likeCount: Math.max(0, others) + (wish === 'like' ? 1 : 0),
  };
}
