import type { catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Toolbox } from '../rules/input-args.ts';
import type { Workplace } from '../session.ts';

/** What the work on a unit is given. */
export interface Job extends Workplace {
  unit: catalog.UnitAssignment;
  logger: Logger;
  /** Puts an object below the unit's own prefix; what nobody was told of is removed when the unit ends badly. */
  put: (key: string, body: Uint8Array, contentType: string) => Promise<void>;
  /** Tells catalog about segments that lie in storage. */
  reportSegments: (segments: catalog.Segment[]) => Promise<void>;
  /** Seconds of the unit's span that are done. */
  reportProgress: (doneSeconds: number) => void;
}

export function getPlan(job: Job): catalog.Plan {
  if (!job.unit.plan) throw new Error(`a ${job.unit.kind} unit came without a plan`);
  return job.unit.plan;
}

export function toolboxOf(job: Pick<Job, 'source' | 'tools'>): Toolbox {
  return {
    protocol: job.source.protocol,
    threads: job.tools.threads,
    canTonemap: job.tools.canTonemap,
  };
}

/** Wall clock limit of a run over so many seconds of video (design section 6). */
export function timeLimitMs(spanSeconds: number): number {
  return Math.max(120, 6 * spanSeconds) * 1000;
}
