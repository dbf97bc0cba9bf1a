/**
 * Returns the whole order of a list from a new order of some of its songs: each of the others stays behind the song that it
 * was behind, or at the beginning.
 */
export function mergeOrder(present: readonly string[], ordered: readonly string[]): string[] {
  const named = new Set(ordered);
  const followers = new Map<string | null, string[]>();
  let leader: string | null = null;
  for (const id of present)
    if (named.has(id)) leader = id;
    else followers.set(leader, [...(followers.get(leader) ?? []), id]);
  return [null, ...ordered].flatMap((id) => [...(id === null ? [] : [id]), ...(followers.get(id) ?? [])]);
}

/** Returns whether each id is in the list, and none is named twice. */
export function isOrderOf(present: readonly string[], ordered: readonly string[]): boolean {
  const known = new Set(present);
  return new Set(ordered).size === ordered.length && ordered.every((id) => known.has(id));
}
