import { catalog } from '@larksong/contracts';
import type { KeyedMutex, Register } from '@larksong/service-kit';

import { saveWorker } from '../workers/store.ts';
import { claimUnit } from './claim-unit.ts';
import { completeUnit, type UnitDeps } from './complete-unit.ts';
import { failUnit, releaseUnit } from './fail-unit.ts';
import { reportSegments } from './report-segments.ts';
import { touchUnit } from './store.ts';

/** What the transcoders call. `onDue` is told when units may have become due. */
export function registerUnits(
  register: Register,
  deps: UnitDeps & { mutex: KeyedMutex; onDue: () => void },
): void {
  const { db } = deps;
  register(catalog.claimUnit, async ({ body }) => {
    if (body.sandboxed !== undefined) await saveWorker(db, { id: body.workerId, sandboxed: body.sandboxed });
    return { data: { unit: await claimUnit(db, body) } };
  });

  register(catalog.heartbeatUnit, async ({ params, body }) => ({
    data: { stop: !(await touchUnit(db, params.id, body)) },
  }));

  register(catalog.reportSegments, async ({ params, body }) => ({
    data: await reportSegments(db, { unitId: params.id, token: body.token, segments: body.segments }),
  }));

  register(catalog.completeUnit, async ({ params, body }) => {
    // A worker that asks again waits for the answer to its first question.
    const data = await deps.mutex.run(params.id, () =>
      completeUnit(deps, { unitId: params.id, token: body.token, result: body.result }),
    );
    deps.onDue();
    return { data };
  });

  register(catalog.failUnit, async ({ params, body }) => {
    deps.logger.warn({ unitId: params.id, cause: body.cause, reason: body.message }, 'a unit failed');
    return { data: await failUnit(deps, { unitId: params.id, ...body }) };
  });

  register(catalog.releaseUnit, async ({ params, body }) => {
    const data = await releaseUnit(db, { unitId: params.id, token: body.token });
    deps.onDue();
    return { data };
  });
}
