import type { catalog } from '@larksong/contracts';

type Time = Pick<catalog.NestTime, 'share' | 'leftSeconds'>;

/** Little time is left in the last fifth, but at most for so long. */
const LOW_SHARE = 0.2;
const LOW_SECONDS = 600;

/** Returns whether little time is left: the sky turns to dusk. */
export function isLow({ share, leftSeconds }: Time): boolean {
  return share !== null && share <= LOW_SHARE && (leftSeconds ?? 0) <= LOW_SECONDS;
}

/** Returns where the sun is on its arc, a quarter of a circle, in percent; null is the top. */
export function toSunPlace(share: number | null): { x: number; y: number } {
  const angle = (1 - clamp(share ?? 1)) * (Math.PI / 2);
  return { x: round(Math.sin(angle) * 100), y: round((1 - Math.cos(angle)) * 100) };
}

/** Returns how far the sun has sunk in a porthole, in percent of its height: at the end it touches the hill. */
export function toHeight(share: number | null): number {
  return round(24 + (1 - clamp(share ?? 1)) * 44);
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const round = (value: number) => Math.round(value * 10) / 10;
