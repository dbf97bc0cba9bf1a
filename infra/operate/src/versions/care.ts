import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROGRAMS = ['node', 'postgres', 'redis', 'ffmpeg', 'minio'] as const;
export type Program = (typeof PROGRAMS)[number];

/** What is known of a program: when those who make it stop mending a branch of it. */
interface Known {
  name: string;
  /** How many numbers of a version name its branch: 1 for Postgres 18, 2 for Redis 8.0. */
  parts: number;
  /** Where the dates are from. */
  source: string;
  /** The last day of each branch. */
  ends: Record<string, string>;
}

/** The list that each release renews. */
export interface CareList {
  /** The release for which it was renewed. */
  release: string;
  renewed: string;
  programs: Record<Program, Known>;
}
export const CARE = JSON.parse(readFileSync(join(import.meta.dirname, 'care.json'), 'utf8')) as CareList; // a test checks it

/** `ending`: within half a year; `unknown`: the list has no date for this version, or there is no version. */
export type Care = 'kept' | 'ending' | 'ended' | 'unknown';

const SOON_DAYS = 183;
const DAY_MS = 86_400_000;

/**
 * Returns whether a version is still cared for on a day, and until when. Branches below the oldest one of the list have
 * ended, on a day that it does not name.
 */
export function careOf(
  { parts, ends }: Pick<Known, 'parts' | 'ends'>,
  version: string,
  now: Date,
): { care: Care; until?: string } {
  const numbers = /\d+(?:\.\d+)*/.exec(version)?.[0].split('.') ?? [];
  const branch = numbers.slice(0, parts).join('.');
  const until = ends[branch];
  if (until === undefined) {
    const isOlder = branch !== '' && Object.keys(ends).every((listed) => isBelow(branch, listed));
    return { care: isOlder && Object.keys(ends).length > 0 ? 'ended' : 'unknown' };
  }
  const leftDays = (Date.parse(until) - now.getTime()) / DAY_MS;
  if (leftDays < -1) return { care: 'ended', until };
  return { care: leftDays < SOON_DAYS ? 'ending' : 'kept', until };
}

function isBelow(one: string, other: string): boolean {
  const [numbers, others] = [one, other].map((text) => text.split('.').map(Number));
  const difference = (numbers ?? []).map((number, at) => number - (others?.[at] ?? 0)).find(Boolean);
  return (difference ?? 0) < 0;
}
