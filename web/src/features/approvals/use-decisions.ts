import { ApiError, catalog, type Input } from '@larksong/contracts';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { text } from '../../lib/texts.ts';
import { inTurn } from '../../parts/deciding/in-turn.ts';
import type { Problem } from '../../parts/deciding/problems.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useSaid } from '../../ui/use-said.ts';
import { removeDecided } from './use-approvals.ts';

type Videos = readonly catalog.PendingVideo[];

export type Decision = Omit<Input<typeof catalog.decideApproval>['body'], 'revision'>;

/**
 * Makes decisions. Decided videos are hidden at once; one whose decision failed comes back, and a problem says why: when
 * somebody else was faster, or when the video has changed since.
 */
export function useDecisions() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [said, say] = useSaid();
  const dismiss = (...ids: string[]): void =>
    setProblems((before) => before.filter(({ id }) => !ids.includes(id)));
  async function decideOne(video: catalog.PendingVideo, decision: Decision): Promise<boolean> {
    const problem = await send(video, decision);
    if (problem) setProblems((before) => [...before, problem]);
    setHidden((before) => new Set([...before].filter((id) => id !== video.id)));
    return problem === null;
  }

  async function decide(videos: Videos, decision: Decision): Promise<Videos> {
    const ids = videos.map(({ id }) => id);
    setHidden((before) => new Set([...before, ...ids]));
    dismiss(...ids);
    const outcomes = await inTurn(videos, (video) => decideOne(video, decision));
    const decided = videos.filter((_, index) => outcomes[index]);
    if (decided.length > 0) say(toOutcome(decided, decision));
    void refreshVideos();
    return videos.filter((video) => !decided.includes(video));
  }

  return {
    decide,
    /** Notes a video that was approved in a dialog. */
    noteApproved: (video: catalog.PendingVideo): void => {
      removeDecided(video.id);
      say(toOutcome([video], { decision: 'approve' }));
      void refreshVideos();
    },
    /** Ids of videos whose decision is on its way. */
    hidden,
    problems,
    dismiss,
    /** What was just decided, for screen readers. */
    said,
  };
}

/** Sends a decision and removes the video from the lists. Returns the problem if it was not taken. */
async function send(video: catalog.PendingVideo, decision: Decision): Promise<Problem | null> {
  const { id, title, approval } = video;
  try {
    const body = { ...decision, revision: approval.revision };
    await call(catalog.decideApproval, { params: { id }, body });
    removeDecided(id);
    return null;
  } catch (error) {
    // Decided by somebody else, changed or deleted: the list knows.
    if (error instanceof ApiError && [404, 409].includes(error.status))
      await invalidate(catalog.listApprovals);
    return { id, title, sentence: errorSentence(error) };
  }
}

function toOutcome(videos: readonly catalog.PendingVideo[], { decision }: Decision): string {
  const name = decision === 'approve' ? 'approved' : 'sent-back';
  const [only] = videos;
  if (only === undefined || videos.length > 1)
    return text(`approvals.${name}-several`, { count: videos.length });
  return text(`approvals.${name}`, { title: only.title });
}
