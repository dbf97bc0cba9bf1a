import {
  claimUnit,
  completeUnit,
  failUnit,
  heartbeatUnit,
  releaseUnit,
  reportSegments,
} from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Turns } from '../videos/turns.ts';
import { saveWorker } from '../workers/store.ts';
import { claimUnit as claim } from './claim-unit.ts';
import { completeUnit as complete, type UnitDeps } from './complete-unit.ts';
import { failUnit as fail, releaseUnit as release } from './fail-unit.ts';
import { reportSegments as report } from './report-segments.ts';
import { touchUnit } from './store.ts';

/** What the transcoders call. `onDue` is told when units may have become due. */
export function registerUnits(
  register: Register,
  deps: UnitDeps & { turns: Turns; onDue: () => void },
): void {
  const { db } = deps;
  register(claimUnit, async ({ body }) => {
    if (body.sandboxed !== undefined) await saveWorker(db, { id: body.workerId, sandboxed: body.sandboxed });
    return { data: { unit: await claim(db, body) } };
  });

  register(heartbeatUnit, async ({ params, body }) => ({
    data: { stop: !(await touchUnit(db, params.id, body)) },
  }));

  register(reportSegments, async ({ params, body }) => ({
    data: await report(db, { unitId: params.id, token: body.token, segments: body.segments }),
  }));

  register(completeUnit, async ({ params, body }) => {
    // A worker that asks again waits for the answer to its first question.
    const data = await deps.turns.take(params.id, () =>
      complete(deps, { unitId: params.id, token: body.token, result: body.result }),
    );
    deps.onDue();
    return { data };
  });

  register(failUnit, async ({ params, body }) => {
    deps.logger.warn({ unitId: params.id, cause: body.cause, reason: body.message }, 'a unit failed');
    return { data: await fail(deps, { unitId: params.id, ...body }) };
  });

  register(releaseUnit, async ({ params, body }) => {
    const data = await release(db, { unitId: params.id, token: body.token });
    deps.onDue();
    return { data };
  });
}
