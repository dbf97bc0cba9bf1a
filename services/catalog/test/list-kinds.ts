import type { TestUser } from '@larksong/service-kit/testing';
import { firstKinds } from '@larksong/service-kit/testing/random';

/** Filters of a list; the most different ones come first. */
export const FILTERS = firstKinds('KINDS', 3, [
  '',
  '&letter=A&q=ducks',
  '&grade=Grade%201',
  '&q=ducks',
  '&letter=b',
]);

/** Returns pairs of three people. In the first three pairs, each of them is in each place with somebody else. */
export function pairsOf(people: readonly TestUser[]): { privateUserId: string; uploaderId: string }[] {
  const pairs = [1, 2, 0].flatMap((turn) =>
    people.map(({ id }, n) => ({ privateUserId: id, uploaderId: people[(n + turn) % 3]?.id ?? '' })),
  );
  return firstKinds('KINDS', 3, pairs);
}
