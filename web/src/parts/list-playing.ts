import { readStored, writeStored } from '../lib/storage.ts';

const POSITIONS_KEY = 'list-positions';
/** Older ones are dropped. */
const MAX_POSITIONS = 50;
const CHOICES_KEY = 'list-playing';

/** How lists are played on this device. */
export interface PlayChoices {
  /** In random order, each song once. */
  isShuffled: boolean;
  /** From the beginning after the last song. */
  isRepeated: boolean;
}

/** Returns the song of a list that this device played last, for visitors; null if unknown. */
export function findDeviceSong(listId: string): string | null {
  return readPositions().find(([id]) => id === listId)?.[1] ?? null;
}

/** Stores the song of a list that this device plays; replaces the one before. */
export function keepDeviceSong(listId: string, videoId: string): void {
  const others = readPositions().filter(([id]) => id !== listId);
  writeStored(POSITIONS_KEY, JSON.stringify([[listId, videoId], ...others].slice(0, MAX_POSITIONS)));
}

/** Returns how lists are played on this device; in their order and once, unless something else was chosen. */
export function loadPlayChoices(): PlayChoices {
  const { isShuffled, isRepeated } = parse(readStored(CHOICES_KEY) ?? '{}') as Record<string, unknown>; // or an array
  return { isShuffled: isShuffled === true, isRepeated: isRepeated === true };
}

/** Stores how lists are played on this device. */
export function savePlayChoices(choices: PlayChoices): void {
  writeStored(CHOICES_KEY, JSON.stringify(choices));
}

/** Returns the positions from the newest on; malformed entries are omitted. */
function readPositions(): [listId: string, videoId: string][] {
  const stored = parse(readStored(POSITIONS_KEY) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isPosition) : [];
}

function isPosition(value: unknown): value is [listId: string, videoId: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

/** Returns an empty object for a text that is not JSON, or is no object. */
function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
