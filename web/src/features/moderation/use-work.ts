import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useCurrent } from '../../parts/deciding/use-current.ts';
import { useSelection } from '../../parts/deciding/use-selection.ts';
import type { KeyAction } from './keys.ts';
import { useDecisions, type Decision } from './use-decisions.ts';

/** A question before a decision. */
export interface Asking {
  kind: 'approve' | 'remove' | 'mute';
  comments: readonly catalog.ModeratedComment[];
}

export type Work = ReturnType<typeof useWork>;

/**
 * Returns the work on a list: which comment is current and which are selected, what is being asked, and what its buttons and
 * keys do. A comment is approved at once; the next one is then current.
 */
export function useWork(known: readonly catalog.ModeratedComment[], list: catalog.ModerationList) {
  const decisions = useDecisions();
  const comments = known.filter(({ id }) => !decisions.hidden.has(id));
  const { current, move, leave, enter } = useCurrent(comments);
  const { chosen, selectAll, toggle } = useSelection(comments);
  const [asking, ask] = useState<Asking | null>(null);

  const decide = (those: readonly catalog.ModeratedComment[], decision: Decision): void => {
    leave(those.map(({ id }) => id));
    selectAll(false);
    void decisions.decide(those, decision);
  };
  /** Decides while the question is open, which closes once something is decided. Throws if nothing was. */
  const decideAsked = async (asked: Asking, decision: Decision): Promise<void> => {
    const problems = await decisions.send(asked.comments, decision);
    ask((now) => (now === asked ? null : now));
    leave(asked.comments.map(({ id }) => id));
    selectAll(false);
    decisions.note(asked.comments, decision, problems);
  };
  const act = (kind: Asking['kind'], those: readonly catalog.ModeratedComment[]): void => {
    const able = those.filter((one) => (kind === 'approve' ? one.mayApprove : one.mayRemove));
    if (able.length === 0 || (kind === 'remove' && list === 'removed')) return;
    if (kind === 'approve' && able.length === 1) decide(able, { decision: 'approve' });
    else ask({ kind, comments: able });
  };
  const press = (key: KeyAction): void => {
    if (key === 'next' || key === 'previous') move(key === 'next' ? 1 : -1);
    else if (!current) return;
    else if (key === 'select') toggle(current.id);
    // A selection is meant as a whole; one author is muted.
    else act(key, key !== 'mute' && chosen.length > 0 ? chosen : [current]);
  };
  return {
    comments,
    current,
    enter,
    chosen,
    selectAll,
    toggle,
    asking,
    ask,
    decisions,
    decideAsked,
    act,
    press,
  };
}
