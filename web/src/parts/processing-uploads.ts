import { useSyncExternalStore } from 'react';

import { readStored, writeStored } from '../lib/storage.ts';

/** Stored on this device, so that every tab knows the uploads of all tabs. */
const KEY = 'uploads.inWork';
/** Videos without a notice are forgotten after this time. */
const FORGET_AFTER_MS = 2 * 3_600_000;

type ProcessingUpload = Record<string, number>;

/**
 * Records that a video is being processed from `now` (milliseconds since 1970), and that its uploader awaits a notice.
 */
export function addProcessingUpload(videoId: string, now: number = Date.now()): void {
  write({ ...read(now), [videoId]: now });
}

/** Removes videos that the uploader has been notified of, or that are gone. */
export function removeProcessingUploads(videoIds: readonly string[]): void {
  const known = read(Date.now());
  if (!videoIds.some((id) => id in known)) return;
  write(Object.fromEntries(Object.entries(known).filter(([id]) => !videoIds.includes(id))));
}

/** Returns whether an upload of this device is still being processed. */
export function hasProcessingUploads(now: number = Date.now()): boolean {
  return Object.keys(read(now)).length > 0;
}

/** Returns `hasProcessingUploads` and follows it across tabs. */
export function useProcessingUploads(): boolean {
  return useSyncExternalStore(subscribe, () => hasProcessingUploads());
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

function read(now: number): ProcessingUpload {
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

function write(inWork: ProcessingUpload): void {
  writeStored(KEY, Object.keys(inWork).length === 0 ? null : JSON.stringify(inWork));
  for (const listener of listeners) listener();
}
