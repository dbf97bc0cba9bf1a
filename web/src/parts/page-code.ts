import type { ComponentType } from 'react';

import { createChunk, prefetchWhenIdle, type CodeChunk } from '../lib/chunk.ts';
import { READ_LIMIT_MS } from '../lib/time-limit.ts';

/** The code of each page, by its path. */
const pages = new Map<string, CodeChunk<ComponentType>>();

/** Returns the code of a page, which `load` imports. */
export function definePage(path: string, load: () => Promise<ComponentType>): CodeChunk<ComponentType> {
  const code = createChunk(load);
  pages.set(path.toLowerCase(), code);
  return code;
}

/** Returns the code of the page at a path; undefined if the path is not in the route table. */
export function findPageCode(path: string): CodeChunk<ComponentType> | undefined {
  return pages.get(path.replace(/(?<=.)\/+$/, '').toLowerCase());
}

/** Fetches the code of another page once the browser has nothing else to do. Returns a function that stops it. */
export function fetchPageWhenIdle(path: string): () => void {
  const code = findPageCode(path);
  return code ? prefetchWhenIdle(code) : () => {};
}

/** Returns whether the server answers; a browser that considers itself offline may run on the same machine. */
export async function canReachServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(READ_LIMIT_MS);
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
