import { game } from '@larksong/contracts';

import { readStored, writeStored } from '../../../lib/storage.ts';
import { parsePack, type FurtherPack } from '../../../parts/game-cards/packs.ts';
import { createStore } from '../../../lib/store.ts';
import { SPEECHES, type Speech } from '../rules/speech.ts';

/** The game's settings on this device. */
export interface GamePreferences {
  letters: readonly string[];
  grid: game.Grid | null;
  isMuted: boolean;
  /** The sounds that play unless everything is muted: letters and words, and the effects. */
  voice: boolean;
  effects: boolean;
  speech: Speech;
  /** A pair was found on this device. */
  hasPlayed: boolean;
  /** Two play in turn. */
  isForTwo: boolean;
  /** The letters that were won, see won-letters.ts, which a first visit does not load. */
  won: unknown;
  /** The device's own voice says words without a recording. */
  deviceVoice: boolean;
  /** The pack that was last chosen. */
  pack: FurtherPack;
  /** Letters and won letters of further packs, see pack-preferences.ts. */
  packs: Partial<Record<string, unknown>>;
}

const KEY = 'memory-game';

/** Parses the stored text; a part that is missing or invalid gets its default. */
export function parsePreferences(text: string | null): GamePreferences {
  const { letters, grid, isMuted, voice, effects, speech, hasPlayed, isForTwo, won, deviceVoice, ...more } =
    parse(text);
  return {
    letters: Array.isArray(letters) ? letters.filter((letter) => typeof letter === 'string') : [],
    grid: game.GRIDS.find((known) => known === grid) ?? null,
    isMuted: isMuted === true,
    voice: voice !== false,
    effects: effects !== false,
    speech: SPEECHES.find((known) => known === speech) ?? 'both',
    hasPlayed: hasPlayed === true || won !== undefined,
    isForTwo: isForTwo === true,
    won,
    deviceVoice: deviceVoice === true,
    pack: parsePack(more.pack),
    packs: isObject(more.packs) ? more.packs : {},
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the settings of the game on this device; the defaults for missing or invalid ones. */
export function loadPreferences(): GamePreferences {
  return parsePreferences(readStored(KEY));
}

/** Stores changed settings and keeps the others. */
export function savePreferences(changes: Partial<GamePreferences>): void {
  writeStored(KEY, JSON.stringify({ ...loadPreferences(), ...changes }));
  changeCount.set(changeCount.get() + 1);
}

const changeCount = createStore(0);

/** Calls the listener when settings were stored, here or in another tab. Returns a function that unsubscribes. */
export function subscribeToPreferences(listener: () => void): () => void {
  const unsubscribe = changeCount.subscribe(listener);
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

/** Returns the stored settings: the same text while they are unchanged. */
export function readPreferencesText(): string | null {
  return readStored(KEY);
}
