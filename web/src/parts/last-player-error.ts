import type { catalog } from '@larksong/contracts';

let last: { source: string; error: catalog.PlayerError } | null = null;

/** Remembers the latest failure of a stream, by the address of its playlist, until there is another one. */
export function keepPlayerError(source: string, error: catalog.PlayerError): void {
  last = { source, error };
}

/** Returns the latest failure of a player, if it was this video's. */
export function findPlayerError(videoId: string): catalog.PlayerError | undefined {
  return last?.source.includes(videoId) ? last.error : undefined;
}
