import { AppError } from '@larksong/service-kit';

import { accountIdOf } from '../videos/viewer.ts';
import { createBuckets } from './token-bucket.ts';
import type { View } from './record-view.ts';

export interface ViewLimits {
  /** Minimum seconds between two accepted reports of a viewer of a video, after a short burst. */
  reportSeconds: number;
  /**
   * Reports accepted per second from an account, or from a network of visitors, after a burst of one minute's worth.
   */
  perSecond: number;
  now?: () => number;
}

export interface LimitedView extends View {
  /** The sender, whatever browser it claims to be: an account, or the network of a visitor. */
  source: string;
}

/** Players also report on opening, pausing, seeking and leaving, besides their regular reports. */
const BURST = 6;
const BURST_SECONDS = 60;
const MAX_NAMES = 50_000;
/** How long an answer may be repeated, to viewers of the same kind: as long as any call may lag behind a change. */
const ANSWER_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Returns `record` with a limit on its rate. A surplus report receives the previous answer, as if it had been accepted,
 * so players need no special case. Visitors' reports other than openings are not stored, so all of them share one answer
 * for a video. Throws TOO_MANY_REQUESTS if a flood leaves no answer to repeat, and the errors of `record`.
 */
export function limitViews(
  record: (view: View) => Promise<number>,
  { reportSeconds, perSecond, now = Date.now }: ViewLimits,
): (view: LimitedView) => Promise<number> {
  const memory = { maxNames: MAX_NAMES, now };
  const viewers = createBuckets({ burst: BURST, perSecond: 1 / reportSeconds }, memory);
  const sources = createBuckets({ burst: perSecond * BURST_SECONDS, perSecond }, memory);
  const answers = new Map<string, { answer: Promise<number>; at: number }>();

  function find(name: string): Promise<number> | undefined {
    const known = answers.get(name);
    return known && now() - known.at < ANSWER_MS ? known.answer : undefined;
  }

  async function take(name: string, view: View): Promise<number> {
    const entry = { answer: record(view), at: now() };
    answers.delete(name);
    answers.set(name, entry);
    if (answers.size > MAX_NAMES) answers.delete(answers.keys().next().value ?? '');
    try {
      return await entry.answer;
    } catch (error) {
      if (answers.get(name) === entry) answers.delete(name);
      throw error;
    }
  }

  return async (view) => {
    const { videoId, viewer, positionSeconds, source } = view;
    const isOpening = positionSeconds === 0;
    const isKept = accountIdOf(viewer) !== null || isOpening;
    const name = `${nameOf(viewer)} ${isKept ? view.viewerKey.toString('base64') : 'visitors'} ${videoId}`;
    const known = find(name);
    if (known && (!isKept || !viewers.take(name))) return known;
    if (sources.take(`${isOpening ? 'opening' : 'progress'} ${source}`)) return take(name, view);
    if (known) return known;
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };
}

/** Returns the kind of viewer, by which the answer may differ for one account, and differs between nests. */
function nameOf(viewer: View['viewer']): string {
  if (viewer.kind === 'nest') return `nest ${viewer.ruleId}`;
  return viewer.kind === 'member' && viewer.isTeacher ? 'teacher' : viewer.kind;
}
