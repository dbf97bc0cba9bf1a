import { readStored, writeStored } from '../../../lib/storage.ts';

/**
 * The player's settings on this device. `volume` is the last one above 0; a `quality` of null is auto; `bandwidth` is
 * in bits per second; `captionLanguage` is the one shown last, even while captions are off.
 */
interface PlayerPreferences {
  volume: number;
  muted: boolean;
  speed: number;
  quality: string | null;
  bandwidth: number | null;
  captions: boolean;
  captionLanguage: string | null;
}

export const DEFAULT_PREFERENCES: PlayerPreferences = {
  volume: 1,
  muted: false,
  speed: 1,
  quality: null,
  bandwidth: null,
  captions: false,
  captionLanguage: null,
};

/** Replaces a volume of 0, which is stored as muted. */
const HALF = 0.5;

const KEY = 'player';

/** Parses the stored text; a part that is missing or invalid gets its default. */
export function parsePreferences(text: string | null): PlayerPreferences {
  const stored = parse(text);
  const { volume, muted, speed, quality, bandwidth, captions, captionLanguage } = stored;
  return {
    volume: isNumberIn(volume, 0, 1) ? volume || HALF : DEFAULT_PREFERENCES.volume,
    muted: volume === 0 || (typeof muted === 'boolean' ? muted : DEFAULT_PREFERENCES.muted),
    speed: isNumberIn(speed, 0.5, 2) ? speed : DEFAULT_PREFERENCES.speed,
    quality: typeof quality === 'string' && /^\d+p$/.test(quality) ? quality : DEFAULT_PREFERENCES.quality,
    bandwidth: isNumberIn(bandwidth, 50_000, 1e9) ? bandwidth : DEFAULT_PREFERENCES.bandwidth,
    captions: typeof captions === 'boolean' ? captions : DEFAULT_PREFERENCES.captions,
    captionLanguage:
      typeof captionLanguage === 'string' ? captionLanguage : DEFAULT_PREFERENCES.captionLanguage,
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isNumberIn(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Returns the settings of the player on this device; the defaults for missing or invalid ones. */
export function loadPreferences(): PlayerPreferences {
  return parsePreferences(readStored(KEY));
}

/** Stores changed settings and keeps the others. */
export function savePreferences(changes: Partial<PlayerPreferences>): void {
  writeStored(KEY, JSON.stringify({ ...loadPreferences(), ...changes }));
}
