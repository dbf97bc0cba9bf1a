import { DEFAULT_LANGUAGE, formatBytes as formatInEnglish } from '@larksong/contracts';

import { formatNumber } from './format.ts';
import { currentLanguage } from './texts.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats bytes in decimal units, with one decimal below 100: `0 B`, `12.4 MB`, `310 MB`, `3 GB`. */
export function formatBytes(bytes: number): string {
  if (currentLanguage() === DEFAULT_LANGUAGE) return formatInEnglish(bytes);
  const { unit, size } = scaleOf(bytes);
  return formatNumber(round(bytes / size), { style: 'unit', unit });
}

/** Formats a speed: `3.1 MB/s`. */
export function formatBytesPerSecond(speed: number): string {
  if (currentLanguage() === DEFAULT_LANGUAGE) return `${formatInEnglish(speed)}/s`;
  const { unit, size } = scaleOf(speed);
  return formatNumber(round(speed / size), { style: 'unit', unit: `${unit}-per-second` });
}

/** Returns bytes in the unit in which a total is written: 12.4 of 310 MB. */
export function countInUnitOf(totalBytes: number, bytes: number): number {
  return round(bytes / scaleOf(totalBytes).size);
}

function scaleOf(bytes: number): { unit: (typeof UNITS)[number]; size: number } {
  let [unit, size]: [(typeof UNITS)[number], number] = ['byte', 1];
  for (const larger of UNITS.slice(1)) {
    if (round(bytes / size) < 1000) break;
    [unit, size] = [larger, size * 1000];
  }
  return { unit, size };
}

function round(value: number): number {
  return value < 99.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
