import { AppError } from '@larksong/service-kit';

import { createBuckets } from './token-bucket.ts';
import type { View } from './record-view.ts';

export interface ViewLimits {
  /** Seconds between two reports that are taken from a viewer of a video, after a few at once. */
  reportSeconds: number;
  /** So many reports a second are taken from an account, or from a network of visitors, after a minute's worth at once. */
  perSecond: number;
  now?: () => number;
}

export interface LimitedView extends View {
  /** Who sends it, whatever browser they say they have: an account, or the network of a visitor. */
  source: string;
}

/** A player reports on opening, pausing, seeking and leaving besides its steady reports. */
const BURST = 6;
const BURST_SECONDS = 60;
const MAX_NAMES = 50_000;
/** How long an answer may be given again. */
const ANSWER_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Takes only as many reports to `record` as have something to tell. A surplus one is answered with what the one before
 * was answered, as if it had been taken, so that no player needs to know. What visitors report besides openings is kept
 * nowhere, so all of them share one answer for a video. Throws TOO_MANY_REQUESTS where a flood leaves nothing to answer
 * with, and what `record` throws.
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
    const isKept = viewer !== null || isOpening;
    const name = `${isKept ? view.viewerKey.toString('base64') : 'visitors'} ${videoId}`;
    const known = find(name);
    if (known && (!isKept || !viewers.take(name))) return known;
    if (sources.take(`${isOpening ? 'opening' : 'progress'} ${source}`)) return take(name, view);
    if (known) return known;
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };
}
