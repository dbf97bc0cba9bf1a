import type { catalog } from '@larksong/contracts';

import type { ReactNode } from 'react';

import { formatList } from '../../lib/format.ts';
import { text, type Texts } from '../../lib/texts.ts';
import { failureWords, remarksWords, showWords, type Words } from '../../parts/server-words.ts';

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/** Returns the line about notices, without its link: the outcome of one video, or the numbers of ready and failed ones. */
export function toNoticeLine(open: readonly catalog.Notice[]): string {
  const [only] = open;
  if (only !== undefined && open.length === 1) return toNoticeText(only);
  // A decision counts more than that the same video had become ready before.
  const decided = new Set(open.filter(isDecision).map(({ videoId }) => videoId));
  const outcomes = open
    .filter((notice) => isDecision(notice) || isTold(notice) || !decided.has(notice.videoId))
    .flatMap((notice) => toOutcome(notice) ?? []);
  return toOutcomes((outcome) => outcomes.filter((other) => other === outcome).length);
}

function isDecision({ kind }: catalog.Notice): boolean {
  return kind === 'approved' || kind === 'sent_back';
}

/** Returns whether somebody told or wrote something about the video. */
export function isTold({ kind }: catalog.Notice): boolean {
  return kind === 'flagged' || kind === 'commented';
}

/** Returns the same line for the page, on which a sentence of the server is marked if it is in English. */
export function showNoticeLine(open: readonly catalog.Notice[], t: Texts): ReactNode {
  const [only] = open;
  if (only === undefined || open.length > 1) return toNoticeLine(open);
  const { id, values, message } = describe(only);
  return t.rich(id, message ? { ...values, message: showWords(message) } : values);
}

/** Returns `3 videos are ready, 1 failed`; only the first number says of what it is. */
function toOutcomes(countOf: (outcome: Outcome) => number): string {
  const clauses = OUTCOMES.filter((outcome) => countOf(outcome) > 0).map((outcome, index) => {
    const count = countOf(outcome);
    return index === 0
      ? text(`outcomes.videos-${outcome}`, { count })
      : text(`outcomes.more-${outcome}`, { count });
  });
  return formatList(clauses, 'unit');
}

const OUTCOMES = ['ready', 'approved', 'sent-back', 'failed', 'stopped', 'flagged', 'commented'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Returns undefined for a kind of which only mails tell. */
function toOutcome({ kind, isStopped }: catalog.Notice): Outcome | undefined {
  if (kind === 'sent_back') return 'sent-back';
  if (kind === 'suggested') return undefined;
  return kind === 'failed' && isStopped ? 'stopped' : kind;
}

/** Returns the text of a notice, without its link. */
function toNoticeText(notice: catalog.Notice): string {
  const { id, values, message } = describe(notice);
  return text(id, message ? { ...values, message: message.children } : values);
}

interface Description {
  id: string;
  values: Record<string, string>;
  /** A further sentence, of the server. */
  message?: Words;
}

function describe({ title, message, ...notice }: catalog.Notice): Description {
  if (notice.kind === 'ready') {
    if (!message) return { id: 'notice.ready', values: { title } };
    const words = remarksWords(notice.explainedRemarks, message);
    return { id: 'notice.ready-with', values: { title }, message: words };
  }
  if (notice.kind === 'flagged') return { id: 'notice.flagged', values: { title } };
  if (notice.kind === 'commented') return { id: 'notice.commented', values: { title } };
  if (notice.kind === 'approved') return { id: 'notice.approved', values: { title } };
  // What a person wrote is in no known language.
  if (notice.kind === 'sent_back')
    return { id: 'notice.sent-back', values: { title, message: message ?? '' } };
  if (notice.isStopped)
    return notice.stoppedBy
      ? { id: 'notice.stopped-by', values: { title, name: notice.stoppedBy } }
      : { id: 'notice.stopped', values: { title } };
  if (!message) return { id: 'notice.failed', values: { title } };
  const words = failureWords(notice.reason, message);
  return { id: 'notice.failed-because', values: { title }, message: words };
}
