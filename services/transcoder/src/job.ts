import type { catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Toolbox } from './rules/source/input-args.ts';
import type { Workplace } from './session.ts';

/** Everything that the work on a unit needs. */
export interface Job extends Workplace {
  unit: catalog.UnitAssignment;
  logger: Logger;
  /** Stores an object under the unit's prefix; it is deleted if the unit fails before catalog knows of it. */
  put: (key: string, body: Uint8Array, contentType: string) => Promise<void>;
  /** Reports stored segments to catalog; may be repeated. Returns whether the video can be watched, if catalog says so. */
  reportSegments: (segments: catalog.Segment[]) => Promise<{ playable?: boolean }>;
  /** Reports how many seconds of the unit's span are done. */
  reportProgress: (doneSeconds: number) => void;
}

/** Returns the unit's plan. Throws if it has none. */
export function getPlan(job: Job): catalog.Plan {
  if (!job.unit.plan) throw new Error(`a ${job.unit.kind} unit came without a plan`);
  return job.unit.plan;
}

/** Returns the capabilities of ffmpeg and the access to the job's source, for building arguments. */
export function toolboxOf(job: Pick<Job, 'source' | 'tools'>): Toolbox {
  return {
    protocol: job.source.protocol,
    threads: job.tools.threads,
    canTonemap: job.tools.canTonemap,
  };
}

/** Returns the wall-clock limit for a run over `spanSeconds` of video, in milliseconds. */
export function timeLimitMs(spanSeconds: number): number {
  return Math.max(120, 6 * spanSeconds) * 1000;
}
