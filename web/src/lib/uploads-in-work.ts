import { useSyncExternalStore } from 'react';

import { readStored, writeStored } from './storage.ts';

/** On this device, so that every tab knows of what one of them has uploaded. */
const KEY = 'uploads.inWork';
/** What nobody has told the end of by then is not waited for any longer. */
const FORGET_AFTER_MS = 2 * 3_600_000;

type InWork = Record<string, number>;

/** Notes that a video is being worked on from now (milliseconds since 1970) on, and its uploader waits to hear of it. */
export function noteUploadInWork(videoId: string, now: number = Date.now()): void {
  write({ ...read(now), [videoId]: now });
}

/** The uploader has been told of these, or they are gone. */
export function forgetUploadsInWork(videoIds: readonly string[]): void {
  const known = read(Date.now());
  if (!videoIds.some((id) => id in known)) return;
  write(Object.fromEntries(Object.entries(known).filter(([id]) => !videoIds.includes(id))));
}

/** Whether an upload of this device has not come to its end yet. */
export function hasUploadsInWork(now: number = Date.now()): boolean {
  return Object.keys(read(now)).length > 0;
}

/** Follows `hasUploadsInWork`, also when another tab changes it. */
export function useUploadsInWork(): boolean {
  return useSyncExternalStore(subscribe, () => hasUploadsInWork());
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(now: number): InWork {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] > now - FORGET_AFTER_MS,
      ),
    );
  } catch {
    return {};
  }
}

function write(inWork: InWork): void {
  writeStored(KEY, Object.keys(inWork).length === 0 ? null : JSON.stringify(inWork));
  for (const listener of listeners) listener();
}
