import type { FailureReason, Remark } from '@larksong/contracts';
import {
  SOUND_FAILURES,
  VIDEO_FAILURES,
  VIDEO_REMARKS,
  type FailureId,
  type FailureValues,
  type RemarkId,
  type RemarkValues,
} from '@larksong/contracts/sentences';

import { say } from './say.ts';

const FAILURES: Record<FailureId, string> = { ...VIDEO_FAILURES, ...SOUND_FAILURES };

/** Returns a reason of the closed lists, with the values that its sentence needs. */
export function why<Id extends FailureId>(
  id: Id,
  ...[values]: keyof FailureValues<Id> extends never ? [] : [values: FailureValues<Id>]
): FailureReason {
  return { id, values: values ?? {} };
}

/** Returns the English sentence for a reason of the closed lists. */
export function sayFailure({ id, values }: Pick<FailureReason, 'id' | 'values'>): string {
  return say(FAILURES[id], values);
}

/** Returns a remark of the closed list, with the values that its sentence needs. */
export function remark<Id extends RemarkId>(
  id: Id,
  ...[values]: keyof RemarkValues<Id> extends never ? [] : [values: RemarkValues<Id>]
): Remark {
  return { id, values: values ?? {} };
}

/** Returns the English sentence for a remark of the closed list. */
export function sayRemark({ id, values }: Remark): string {
  return say(VIDEO_REMARKS[id], values);
}
