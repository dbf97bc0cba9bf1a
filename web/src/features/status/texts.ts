import type { status } from '@larksong/contracts';

import { formatList, formatNumber } from '../../lib/format.ts';
import { text } from '../../lib/texts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks of devices often differ by a few seconds. */
const CLOCK_MS = 60_000;

/** Returns `1 error, 2 warnings`, or that everything works. */
export function countFindings(findings: readonly status.Finding[]): string {
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  const parts = [...bySeverity].map(([severity, of]) =>
    text(`status.${severity}-count`, { count: of.length }),
  );
  return parts.length === 0 ? text('status.all-works') : formatList(parts, 'unit');
}

/** Returns for how long something has run: `3 days`, `2 hours`, `5 minutes`. */
export function formatUptime(startedAt: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(startedAt)) / MINUTE_MS));
  if (minutes < 60) return formatUnits(minutes, 'minute');
  return minutes < 24 * 60
    ? formatUnits(Math.floor(minutes / 60), 'hour')
    : formatUnits(Math.floor(minutes / 60 / 24), 'day');
}

function formatUnits(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
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
  const span =
    minutes < 120
      ? text('span.minutes', { minutes })
      : text('span.hours', { hours: Math.round(minutes / 60) });
  return aheadMs > 0 ? text('status.clock-ahead', { span }) : text('status.clock-behind', { span });
}

export interface Share {
  kind: 'sources' | 'renditions' | 'game' | 'free';
  label: string;
  bytes: number;
}

/** Returns the parts of storage that are known, in the order of the bar. */
export function toShares(site: Pick<status.SiteStatus, 'catalog' | 'game'>): Share[] {
  const usage = site.catalog?.figures?.usage;
  const parts: [Share['kind'], number | null | undefined][] = [
    ['sources', usage?.sourcesBytes],
    ['renditions', usage?.renditionsBytes],
    ['game', site.game?.figures?.mediaBytes],
    ['free', site.catalog?.process.storage?.freeBytes],
  ];
  return parts.flatMap(([kind, bytes]) =>
    typeof bytes === 'number' ? [{ kind, label: text(`status.share-${kind}`), bytes }] : [],
  );
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
