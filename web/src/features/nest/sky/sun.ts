import type { catalog } from '@larksong/contracts';

type Time = Pick<catalog.NestTime, 'share' | 'leftSeconds'>;

/** Little time is left in the last fifth, but at most for so long. */
const LOW_SHARE = 0.2;
const LOW_SECONDS = 600;

/** Returns whether little time is left: the sky turns to dusk. */
export function isLow({ share, leftSeconds }: Time): boolean {
  return share !== null && share <= LOW_SHARE && (leftSeconds ?? 0) <= LOW_SECONDS;
}

/** Returns where the sun is on its arc, a quarter of a circle, in percent: at the top without a limit, on the hill at dusk. */
export function toSunPlace(time: Time): { x: number; y: number } {
  const angle = toSunk(time) * (Math.PI / 2);
  return { x: round(Math.sin(angle) * 100), y: round((1 - Math.cos(angle)) * 100) };
}

/** Returns how far the sun has sunk in a porthole, in percent of its height. */
export function toHeight(time: Time): number {
  return round(24 + toSunk(time) * 44);
}

/** Returns how far the sun has sunk, from 0 to 1. */
function toSunk(time: Time): number {
  return isLow(time) ? 1 : 1 - clamp(time.share ?? 1);
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const round = (value: number) => Math.round(value * 10) / 10;
