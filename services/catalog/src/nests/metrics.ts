import { addReadGauge, keepReading } from '@larksong/service-kit';
import { Counter, type Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countRules } from './rule-store.ts';

export interface NestMetrics {
  /** Counts seconds of playing. */
  counted: (seconds: number) => void;
  reported: (kind: 'song' | 'game') => void;
  segmentRefused: () => void;
}

/** Registers the metrics of nests; none of them says anything about one. */
export function createNestMetrics(registry: Registry, deps: { db: Db; keepMs: number }): NestMetrics {
  const registers = [registry];
  const seconds = new Counter({
    name: 'catalog_nest_seconds_total',
    help: 'Seconds counted in nests',
    registers,
  });
  const reports = new Counter({
    name: 'catalog_nest_reports_total',
    help: 'Reports of nests, by what is played',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['song', 'game']) reports.inc({ kind }, 0);
  const refused = new Counter({
    name: 'catalog_nest_segments_refused_total',
    help: 'Segments refused to nests, because none was reported before or the time is over',
    registers,
  });
  addReadGauge<number>(registry, {
    name: 'catalog_nest_rules',
    help: 'Rules of nests and of classes of them',
    read: keepReading(deps.keepMs, () => countRules(deps.db)),
    toSamples: (value) => [{ labels: {}, value }],
  });
  return {
    counted: (count) => seconds.inc(count),
    reported: (kind) => reports.inc({ kind }),
    segmentRefused: () => refused.inc(),
  };
}
