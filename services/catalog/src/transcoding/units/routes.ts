import { catalog } from '@larksong/contracts';
import type { KeyedMutex, Register } from '@larksong/service-kit';

import { saveWorker } from '../workers/store.ts';
import { claimUnit } from './claim-unit.ts';
import { completeUnit, type UnitDeps } from './complete-unit.ts';
import { failUnit } from './fail-unit.ts';
import { units } from './leases.ts';
import { reportSegments } from './report-segments.ts';
import { touchUnit } from './store.ts';

/** Registers the calls of the transcoders. `onDue` is called when units may have become due. */
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
    data: { stop: !(await touchUnit(db, { ...body, id: params.id })) },
  }));

  register(catalog.reportSegments, async ({ params, body }) => {
    const data = await reportSegments(deps, { ...body, id: params.id });
    deps.onDue();
    return { data };
  });

  register(catalog.completeUnit, async ({ params, body }) => {
    // A repeated report waits for the answer to the first one.
    const data = await deps.mutex.run(params.id, () => completeUnit(deps, { ...body, id: params.id }));
    deps.onDue();
    return { data };
  });

  register(catalog.failUnit, async ({ params, body, request }) => {
    request.log.warn({ unitId: params.id, cause: body.cause, reason: body.message }, 'unit failed');
    return { data: await failUnit(deps, { ...body, id: params.id }) };
  });

  register(catalog.releaseUnit, async ({ params, body }) => {
    const data = await units.release(db, { ...body, id: params.id });
    deps.onDue();
    return { data };
  });
}
