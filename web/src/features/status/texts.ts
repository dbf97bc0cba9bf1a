import type { status } from '@larksong/contracts';

import { formatAge } from '../../lib/format.ts';

const DAY_MS = 86_400_000;
/** Clocks of devices often differ by a few seconds. */
const CLOCK_MS = 60_000;

const NAMES: Record<status.Severity, [one: string, many: string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  hint: ['hint', 'hints'],
};

/** Returns `1 error, 2 warnings`, or that everything works. */
export function countFindings(findings: readonly status.Finding[]): string {
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  const parts = [...bySeverity].map(
    ([severity, of]) => `${of.length} ${NAMES[severity][of.length === 1 ? 0 : 1]}`,
  );
  return parts.length === 0 ? 'Everything works.' : parts.join(', ');
}

/** Returns for how long something has run: `3 days`, `2 hours`, `5 minutes`. */
export function formatUptime(startedAt: string, now: string): string {
  return formatAge(startedAt, Date.parse(now)).replace(/ ago$/, '');
}

/** Returns the whole days from one moment to another; negative if it lies before. */
export function daysUntil(iso: string, now: string): number {
  return Math.floor((Date.parse(iso) - Date.parse(now)) / DAY_MS);
}

/**
 * Returns a sentence if this device's clock and the site's differ by more than a minute; `answeredMs` is when this device
 * received the answer that was made `at`.
 */
export function describeClock(at: string, answeredMs: number): string | undefined {
  const aheadMs = answeredMs - Date.parse(at);
  if (Math.abs(aheadMs) < CLOCK_MS) return undefined;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const span = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `This device’s clock is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} the site’s. Whichever is wrong makes sign-ins and links expire too early or too late.`;
}

export interface Share {
  kind: 'sources' | 'renditions' | 'game' | 'free';
  label: string;
  bytes: number;
}

/** Returns the parts of storage that are known, in the order of the bar. */
export function toShares(site: Pick<status.SiteStatus, 'catalog' | 'game'>): Share[] {
  const usage = site.catalog?.figures?.usage;
  const parts: [Share['kind'], string, number | null | undefined][] = [
    ['sources', 'Uploaded files', usage?.sourcesBytes],
    ['renditions', 'Videos to watch', usage?.renditionsBytes],
    ['game', 'Memory game', site.game?.figures?.mediaBytes],
    ['free', 'Free', site.catalog?.process.storage?.freeBytes],
  ];
  return parts.flatMap(([kind, label, bytes]) => (typeof bytes === 'number' ? [{ kind, label, bytes }] : []));
}

/** A share as a part of a bar of 1000 units. */
export interface Strip {
  kind: Share['kind'];
  x: number;
  width: number;
}

/** Returns the strips of a bar; a share that is not 0 is at least 4 units wide, so that it can be seen. */
export function toStrips(shares: readonly Share[]): Strip[] {
  const total = shares.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return [];
  const widths = shares.map(({ bytes }) => (bytes === 0 ? 0 : Math.max(4, (bytes / total) * 1000)));
  const scale = 1000 / widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  return shares.map(({ kind }, index) => {
    const width = (widths[index] ?? 0) * scale;
    x += width;
    return { kind, x: x - width, width };
  });
}
