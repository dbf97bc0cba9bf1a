import type { game, Reason, ReasonValues } from '@larksong/contracts';

/** An `Explanation`, or the failure of a call, which may have no reason of the list. */
interface Refused {
  reason?: Reason | undefined;
  values?: ReasonValues | undefined;
  message: string;
}

/** Returns why a part of a pack is refused, as its line says it. */
export function toRefusal({
  reason,
  values,
  message,
}: Refused): Pick<game.PackLine, 'reason' | 'explanation'> {
  return {
    reason: message,
    explanation: reason === undefined ? null : { reason, ...(values ? { values } : {}) },
  };
}
