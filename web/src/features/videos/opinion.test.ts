import { expect, test } from 'vitest';

import { expectOpinion, press } from './opinion.ts';

const NONE = { userHasLiked: false, userHasDisliked: false, likeCount: 7 };
const LIKED = { ...NONE, userHasLiked: true };
const DISLIKED = { ...NONE, userHasDisliked: true };

test('a button requests its opinion, and pressed again, none', () => {
  expect([press('like', NONE), press('like', DISLIKED), press('like', LIKED)]).toEqual([
    'like',
    'like',
    'none',
  ]);
  expect([press('dislike', NONE), press('dislike', LIKED), press('dislike', DISLIKED)]).toEqual([
    'dislike',
    'dislike',
    'none',
  ]);
});

test('only one’s own like changes the count', () => {
  expect(expectOpinion(NONE, 'like')).toEqual({ userHasLiked: true, userHasDisliked: false, likeCount: 8 });
  expect(expectOpinion(LIKED, 'like').likeCount).toBe(7);
  expect(expectOpinion(LIKED, 'dislike')).toEqual({
    userHasLiked: false,
    userHasDisliked: true,
    likeCount: 6,
  });
  expect(expectOpinion(DISLIKED, 'none')).toEqual(NONE);
});
