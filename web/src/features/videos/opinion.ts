import type { catalog } from '@larksong/contracts';

/** What a viewer wants to think of a video. */
export type Wish = 'like' | 'dislike' | 'none';

type Liked = Pick<catalog.Video, 'userHasLiked' | 'userHasDisliked' | 'likeCount'>;

function toWish(opinion: Liked): Wish {
  if (opinion.userHasLiked) return 'like';
  return opinion.userHasDisliked ? 'dislike' : 'none';
}

/** What pressing a button asks for: the same again takes it back (specification section 4). */
export function press(button: 'like' | 'dislike', now: Liked): Wish {
  return toWish(now) === button ? 'none' : button;
}

/** The opinion as it will be when the server has heard the wish. */
export function expectOpinion(now: Liked, wish: Wish): catalog.Opinion {
  const others = now.likeCount - (now.userHasLiked ? 1 : 0);
  return {
    userHasLiked: wish === 'like',
    userHasDisliked: wish === 'dislike',
    likeCount: Math.max(0, others) + (wish === 'like' ? 1 : 0),
  };
}
