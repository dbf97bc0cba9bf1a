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
  const part = (ids: readonly string[]): void => {
    leave(ids);
    selectAll(false);
  };
  const asked = useAsked(decisions, part);

  const decide = (those: readonly catalog.ModeratedComment[], decision: Decision): void => {
    part(those.map(({ id }) => id));
    void decisions.decide(those, decision);
  };
  const act = (kind: Asking['kind'], those: readonly catalog.ModeratedComment[]): void => {
    const able = those.filter((one) => (kind === 'approve' ? one.mayApprove : one.mayRemove));
    if (able.length === 0 || (kind === 'remove' && list === 'removed')) return;
    if (kind === 'approve' && able.length === 1) decide(able, { decision: 'approve' });
    else asked.ask({ kind, comments: able });
  };
  const press = (key: KeyAction): void => {
    if (key === 'next' || key === 'previous') move(key === 'next' ? 1 : -1);
    else if (!current) return;
    else if (key === 'select') toggle(current.id);
    // A selection is meant as a whole; one author is muted.
    else act(key, key !== 'mute' && chosen.length > 0 ? chosen : [current]);
  };
  return { comments, current, enter, chosen, selectAll, toggle, ...asked, decisions, act, press };
}

/** Follows the open question. `onDecided` is called with the ids of the comments once something is decided about them. */
function useAsked(
  { send, note }: ReturnType<typeof useDecisions>,
  onDecided: (ids: readonly string[]) => void,
) {
  const [asking, ask] = useState<Asking | null>(null);
  /** Decides while the question is open, which closes once something is decided. Throws if nothing was. */
  const decideAsked = async (asked: Asking, decision: Decision): Promise<void> => {
    const { comments } = asked;
    const problems = await send(comments, decision);
    ask((now) => (now === asked ? null : now));
    onDecided(comments.map(({ id }) => id));
    note(comments, decision, problems);
  };
  return { asking, ask, decideAsked };
}
