import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'positions';
/** Older ones are dropped: a family's songs, not a diary. */
const MAX_POSITIONS = 50;

/** Returns the position in seconds at which this device left a video, for signed-out viewers; null if unknown. */
export function findDevicePosition(videoId: string): number | null {
  return readAll().find(([id]) => id === videoId)?.[1] ?? null;
}

/** Stores this device's position in a video. Only the videos watched last are kept. */
export function keepDevicePosition(videoId: string, seconds: number): void {
  const others = readAll().filter(([id]) => id !== videoId);
  writeStored(KEY, JSON.stringify([[videoId, Math.round(seconds)], ...others].slice(0, MAX_POSITIONS)));
}

/** Returns the positions from the newest on; malformed entries are omitted. */
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
