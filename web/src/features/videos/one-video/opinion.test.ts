import { expect, test } from 'vitest';

import { describeChange, predictOpinion, toggleOpinion } from './opinion.ts';

const NONE = { userHasLiked: false, userHasDisliked: false, likeCount: 7 };
const LIKED = { ...NONE, userHasLiked: true };
const DISLIKED = { ...NONE, userHasDisliked: true };

test('a button requests its opinion, and pressed again, none', () => {
  expect([
    toggleOpinion('like', NONE),
    toggleOpinion('like', DISLIKED),
    toggleOpinion('like', LIKED),
  ]).toEqual(['like', 'like', 'none']);
  expect([
    toggleOpinion('dislike', NONE),
    toggleOpinion('dislike', LIKED),
    toggleOpinion('dislike', DISLIKED),
  ]).toEqual(['dislike', 'dislike', 'none']);
});

test('only one’s own like changes the count', () => {
  expect(predictOpinion(NONE, 'like')).toEqual({ userHasLiked: true, userHasDisliked: false, likeCount: 8 });
  expect(predictOpinion(LIKED, 'like').likeCount).toBe(7);
  expect(predictOpinion(LIKED, 'dislike')).toEqual({
    userHasLiked: false,
    userHasDisliked: true,
    likeCount: 6,
  });
  expect(predictOpinion(DISLIKED, 'none')).toEqual(NONE);
});

test('a change of an opinion is a sentence', () => {
  expect(describeChange('dislike', 'like')).toBe('Added to your liked videos.');
  expect(describeChange('like', 'none')).toBe('Removed from your liked videos.');
  expect(describeChange('like', 'dislike')).toBe('You dislike this video.');
  expect(describeChange('dislike', 'none')).toBe('You no longer dislike this video.');
});
