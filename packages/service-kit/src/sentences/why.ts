import type { FailureReason } from '@larksong/contracts';
import {
  SOUND_FAILURES,
  VIDEO_FAILURES,
  type FailureId,
  type FailureValues,
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
