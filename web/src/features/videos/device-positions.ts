import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'positions';
/** More are not kept: a family's songs, not a diary. */
const MOST = 50;

/** Where this device stopped in a video, for who is signed out, in seconds; null when it does not know. */
export function findDevicePosition(videoId: string): number | null {
  return readAll().find(([id]) => id === videoId)?.[1] ?? null;
}

/** Keeps where this device is in a video; the videos watched last are kept. */
export function keepDevicePosition(videoId: string, seconds: number): void {
  const others = readAll().filter(([id]) => id !== videoId);
  writeStored(KEY, JSON.stringify([[videoId, Math.round(seconds)], ...others].slice(0, MOST)));
}

/** From the latest on; what makes no sense is left out. */
function readAll(): [id: string, seconds: number][] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(value: unknown): value is [id: string, seconds: number] {
  if (!Array.isArray(value)) return false;
  const [id, seconds] = value as unknown[];
  return typeof id === 'string' && typeof seconds === 'number' && seconds >= 0;
}
