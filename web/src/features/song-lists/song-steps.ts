import type { catalog } from '@larksong/contracts';

/** One change to the songs of a list. `after` is the song in front, null for the beginning. */
export type Step =
  | { kind: 'move' | 'add'; video: catalog.Video; after: string | null }
  | { kind: 'remove'; video: catalog.Video };

/** Returns the songs after a step. Applying it again changes nothing. */
export function applyStep(songs: readonly catalog.Video[], step: Step): catalog.Video[] {
  const { video } = step;
  const rest = songs.filter(({ id }) => id !== video.id);
  if (step.kind === 'remove') return rest;
  // A song that has left the list does not come back by being moved.
  if (step.kind === 'move' && rest.length === songs.length) return rest;
  if (step.after === null) return [video, ...rest];
  const at = rest.findIndex(({ id }) => id === step.after);
  return at === -1 ? [...rest, video] : rest.toSpliced(at + 1, 0, video);
}

/** Returns the song in front of the place `to` once the song at `from` has been taken out; null at the beginning. */
export function songBefore(ids: readonly string[], from: number, to: number): string | null {
  return ids.filter((_, index) => index !== from)[to - 1] ?? null;
}
