import { useEffect, useState } from 'react';

import { READ_LIMIT_MS, withinLimit } from './time-limit.ts';

/** Code in a separate file, which a page loads only when it needs it. */
export interface CodeChunk<T> {
  /** Returns the code, or undefined until it has been fetched. */
  find: () => T | undefined;
  /** Rejects with a `NoAnswerError` after 20 s; browsers then wait on, so that only a full page load tries again. */
  fetch: () => Promise<T>;
}

/** Style sheets of code that was fetched early: the browser has them, but does not lay out all text again for each. */
const heldBack: HTMLLinkElement[] = [];
let isEarly = false;

function applyStyles(): void {
  for (const link of heldBack.splice(0)) link.media = 'all';
}

/** Returns a chunk that `load` imports. Unlike with React's `lazy`, a fetch after a failed one tries again. */
export function createChunk<T>(load: () => Promise<T>): CodeChunk<T> {
  let loaded: T | undefined;
  return {
    find: () => {
      if (loaded) applyStyles();
      return loaded;
    },
    fetch: async () => {
      if (!isEarly) applyStyles();
      loaded ??= await withinLimit({ limitMs: READ_LIMIT_MS, signal: undefined }, load);
      return loaded;
    },
  };
}

/** Fetches a chunk early, when it will probably be needed soon; ignores a failure. */
export function prefetch(chunk: CodeChunk<unknown>): void {
  chunk.fetch().catch(() => {}); // the component that needs it tries again and shows a failure
}

/** Returns whether the browser was asked to save data, so that only what is needed for certain may be fetched. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }; // not everywhere
  return connection?.saveData === true;
}

/** Long enough for the current page to load, and for a first look at it. */
const QUIET_MS = 3000;

const waiting = new Set<CodeChunk<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

function fetchWaiting(): void {
  const links = document.getElementsByTagName('link');
  const known = new Set(links);
  isEarly = true;
  for (const chunk of waiting) prefetch(chunk);
  isEarly = false;
  waiting.clear();
  for (const link of links) {
    if (known.has(link) || link.rel !== 'stylesheet') continue;
    link.media = 'not all';
    heldBack.push(link);
  }
}

/**
 * Fetches a chunk once the browser has nothing else to do. Not with a browser that saves data. Returns a function that
 * stops it.
 */
export function prefetchWhenIdle(chunk: CodeChunk<unknown>): () => void {
  if (savesData()) return () => {};
  waiting.add(chunk);
  clearTimeout(timer);
  timer = setTimeout(
    // Safari has no idle callbacks.
    () => ('requestIdleCallback' in window ? requestIdleCallback(fetchWaiting) : fetchWaiting()),
    QUIET_MS,
  );
  return () => waiting.delete(chunk);
}

interface UsedChunk<T> {
  /** Undefined until the code has loaded; defined at once if it was prefetched. */
  loaded: T | undefined;
  hasFailed: boolean;
  retry: () => void;
}

/** Fetches a chunk for a component that renders with it. */
export function useChunk<T>(chunk: CodeChunk<T>): UsedChunk<T> {
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
