import type { Call, catalog } from '@larksong/contracts';
import { withRequestId } from '@larksong/service-kit';

import type { Work } from '../session.ts';
import { claimUnit, createUnitCalls, type UnitCalls } from './catalog.ts';
import { runUnit } from './run-unit.ts';

/** Returns the units of a lane as work: claimed from catalog, and run by kind. */
export function createUnitWork(
  call: Call,
  wanted: { workerId: string; lane: catalog.Lane; sandboxed: boolean },
): Work<catalog.UnitAssignment, catalog.UnitResult, UnitCalls> {
  return {
    what: 'video',
    claim: () => claimUnit(call, wanted),
    describe: (unit) => ({
      lane: wanted.lane,
      kind: unit.kind,
      fields: {
        unit: unit.id,
        video: unit.videoId,
        kind: unit.kind,
        index: unit.index,
        chunk: unit.chunk ?? undefined,
      },
    }),
    sourceOf: (unit) => unit.source,
    report: (unit) => createUnitCalls(withRequestId(call, unit.requestId), unit),
    run: ({ assignment, calls, ledger, heartbeat, ...place }) =>
      runUnit({
        ...place,
        unit: assignment,
        put: ledger.put,
        reportSegments: (segments) =>
          calls.reportSegments(segments, place.signal, () =>
            ledger.know(segments.map((segment) => segment.key)),
          ),
        reportProgress: heartbeat.progress,
      }),
  };
}
