/** At most this many related videos beside the player, and below it (specification section 9). */
export const RELATED_BESIDE = 12;
export const RELATED_BELOW = 6;

interface Taggable {
  id: string;
  tags: readonly { tagType: string; tagValue: string }[];
}

/** The videos of the list that share most tags with the open one come first; otherwise the list's order stays. */
export function pickRelated<V extends Taggable>(open: Taggable, list: readonly V[], limit: number): V[] {
  const own = new Set(open.tags.map(toKey));
  return list
    .filter((video) => video.id !== open.id)
    .map((video) => ({ video, shared: video.tags.filter((tag) => own.has(toKey(tag))).length }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, limit)
    .map(({ video }) => video);
}

function toKey(tag: { tagType: string; tagValue: string }): string {
  return `${tag.tagType}:${tag.tagValue}`;
}
