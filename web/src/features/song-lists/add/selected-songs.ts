/** What the page of nests is told of the songs that were selected for a new one, as the state of its history entry. */
interface Selected {
  selectedSongs: readonly string[];
}

export function toSelected(ids: readonly string[]): Selected {
  return { selectedSongs: ids };
}

/** Returns the ids of the songs; none if the page was opened without. */
export function readSelected(state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null || !('selectedSongs' in state)) return [];
  const { selectedSongs } = state;
  return Array.isArray(selectedSongs) ? selectedSongs.filter((id) => typeof id === 'string') : [];
}
