import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Makers } from '../list-links/makers.ts';
import type { PermitSegments } from '../streaming/routes.ts';
import { registerRules } from './grown-up-routes.ts';
import type { NestMetrics } from './metrics.ts';
import { registerNests as registerCalls, type NestDeps } from './nest-routes.ts';
import type { Nests } from './nests.ts';
import { createPermitSegments } from './time/permit-segments.ts';

type Deps = Omit<NestDeps, 'metrics' | 'nestStreams' | 'toNestViewer'> & {
  /** Connections for streams. */
  files: Db;
  nests: Nests;
  links: { makers: Makers };
  metrics: { nests: NestMetrics };
};

/** Registers the calls of nests and of grown-ups about them. Returns the rule by which nests get segments. */
export function registerNests(register: Register, deps: Deps): PermitSegments {
  const all = { ...deps, ...deps.nests, makers: deps.links.makers, metrics: deps.metrics.nests };
  registerCalls(register, all);
  registerRules(register, all);
  return createPermitSegments({ ...all, db: deps.files, onRefused: deps.metrics.nests.segmentRefused });
}
