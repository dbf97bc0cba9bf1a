import { useEffect, useState } from 'react';

/** Code in a file of its own, which a page loads only once it is needed. */
export interface Chunk<T> {
  /** What was fetched already. */
  find: () => T | undefined;
  fetch: () => Promise<T>;
}

/** A chunk that `load` imports. Unlike with React's lazy() a failure is forgotten: the next fetch tries again. */
export function createChunk<T>(load: () => Promise<T>): Chunk<T> {
  let loaded: T | undefined;
  return {
    find: () => loaded,
    fetch: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
}

/** Fetches it early, when somebody seems about to need it. */
export function prefetch(chunk: Chunk<unknown>): void {
  chunk.fetch().catch(() => {}); // who needs it tries again, and says so if it fails
}

interface UsedChunk<T> {
  /** Undefined until it is there; at once where it was fetched early. */
  loaded: T | undefined;
  hasFailed: boolean;
  retry: () => void;
}

/** Fetches a chunk for what is drawn with it. */
export function useChunk<T>(chunk: Chunk<T>): UsedChunk<T> {
  const [state, setState] = useState<'waiting' | 'failed' | 'loaded'>('waiting');
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    let isCurrent = true;
    chunk.fetch().then(
      () => isCurrent && setState('loaded'),
      () => isCurrent && setState('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [chunk, state]);
  return { loaded: chunk.find(), hasFailed: state === 'failed', retry: () => setState('waiting') };
}
