import type { catalog } from '@larksong/contracts';

/** Number of minutes in the chart. */
export const CHART_MINUTES = 60;

/** One minute of a chart. */
export interface Bar {
  /** Position from the left: 0 is the oldest minute, `CHART_MINUTES - 1` the current one. */
  position: number;
  at: string;
  value: number;
  /** Share of the chart's height, 0 to 1. */
  height: number;
}

export interface Chart {
  bars: Bar[];
  /** The value at the top of the chart. */
  top: number;
}

/** Returns one bar for each sample; minutes that were not observed have none. `nowIso` is the server's time. */
export function toChart(
  samples: readonly catalog.QueueSample[],
  nowIso: string,
  valueOf: (sample: catalog.QueueSample) => number,
): Chart {
  const now = toMinute(nowIso);
  const top = Math.max(1, ...samples.map(valueOf));
  const bars = samples
    .map((sample) => ({
      position: CHART_MINUTES - 1 - (now - toMinute(sample.at)),
      at: sample.at,
      value: valueOf(sample),
      height: valueOf(sample) / top,
    }))
    .filter(({ position }) => position >= 0 && position < CHART_MINUTES);
  return { bars, top };
}

/** Returns the bar with the largest value, the latest of several; undefined without bars. */
export function findPeak(bars: readonly Bar[]): Bar | undefined {
  let peak: Bar | undefined;
  for (const bar of bars) if (!peak || bar.value >= peak.value) peak = bar;
  return peak;
}

function toMinute(iso: string): number {
  return Math.floor(Date.parse(iso) / 60_000);
}
