import { codeOf, type Failure, type Report, type Verdict } from '@larksong/service-kit/leases';

import type { Db } from '../../db/tables.ts';
import type { TranscodingMetrics } from '../metrics.ts';
import { units } from './leases.ts';

/** Handles the failure of a unit: its video fails if the file is at fault or too many tries have failed. */
export async function failUnit(
  { db, metrics }: { db: Db; metrics: TranscodingMetrics },
  failure: Report & Failure,
): Promise<Verdict> {
  const { decision, ...verdict } = await units.fail(db, failure);
  if (decision === 'retried') metrics.unitRetried(codeOf(failure));
  if (decision === 'given-up') metrics.videoFailed(codeOf(failure));
  return verdict;
}
