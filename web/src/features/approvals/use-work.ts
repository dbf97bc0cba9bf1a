import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useCurrent } from '../../parts/deciding/use-current.ts';
import { useSelection } from '../../parts/deciding/use-selection.ts';
import type { Asking } from './decision-dialogs.tsx';
import type { KeyAction } from './keys.ts';
import { useDecisions, type Decision } from './use-decisions.ts';

/** What the buttons of one video do. */
export type Action = Exclude<KeyAction, 'next' | 'previous'>;

export type Work = ReturnType<typeof useWork>;

/**
 * Returns the work on a list: which video is current, selected or playing, what is being asked, and what its buttons and
 * keys do. A decision about one video is made at once; the next video is then current.
 */
export function useWork(known: readonly catalog.PendingVideo[]) {
  const decisions = useDecisions();
  const videos = known.filter(({ id }) => !decisions.hidden.has(id));
  const { current, move, leave } = useCurrent(videos);
  const { chosen, selectAll, toggle } = useSelection(videos);
  const [playing, setPlaying] = useState<string | null>(null);
  const [asking, ask] = useState<Asking | null>(null);

  const decide = (those: readonly catalog.PendingVideo[], decision: Decision) => {
    leave(those.map(({ id }) => id));
    selectAll(false);
    return decisions.decide(those, decision);
  };
  const decideOn = (those: readonly catalog.PendingVideo[], kind: Asking['kind']): void => {
    if (kind === 'approve' && those.length === 1) void decide(those, { decision: 'approve' });
    else ask({ kind, videos: those });
  };
  const act = (action: Action, video: catalog.PendingVideo): void => {
    if (action === 'play') setPlaying(video.id);
    else if (action === 'select') toggle(video.id);
    else decideOn([video], action);
  };
  const press = (key: KeyAction): void => {
    if (key === 'next' || key === 'previous') move(key === 'next' ? 1 : -1);
    // A selection is meant as a whole; changes are made to one video.
    else if (chosen.length > 0 && (key === 'approve' || key === 'send-back')) decideOn(chosen, key);
    else if (current) act(key, current);
  };
  /** Notes a video that was approved with changes. */
  const noteApproved = (video: catalog.PendingVideo): void => {
    leave([video.id]);
    decisions.noteApproved(video);
  };
  const work = { chosen, selectAll, playing, asking, ask, decisions, decide, act, press, noteApproved };
  return { videos, current, open: (id: string): void => move(id), ...work };
}
