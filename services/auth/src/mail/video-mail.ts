import { catalog } from '@larksong/contracts';

import type { UserRow, VideoMailRow } from '../db/tables.ts';
import { layOut, type LineGroup, type Mail } from './layout.ts';

type Outcome = Pick<VideoMailRow, 'kind' | 'video_id' | 'title' | 'message' | 'is_stopped' | 'stopped_by'>;

/** Longest list in a mail; the page behind its link has all of them. */
const MAX_LINES = 50;

/** Returns whether an account gets mails about videos: it is enabled and its address confirmed. */
export function mayGetVideoMail(user: Pick<UserRow, 'disabled_at' | 'email_verified_at'>): boolean {
  return user.disabled_at === null && user.email_verified_at !== null;
}

/** Returns the link of a mail about one video: to the video, or to the dashboard if it failed. */
export function linkToVideo(publicUrl: string, video: Pick<Outcome, 'kind' | 'video_id'>): string {
  const url = new URL(video.kind === 'ready' ? '/songs' : '/transcoding', publicUrl);
  if (video.kind === 'ready') url.searchParams.set('v', video.video_id);
  return url.href;
}

/** Returns the mail that tells an uploader which videos are ready and why others failed. `outcomes` has at least one. */
export function composeVideoMail(
  outcomes: readonly Outcome[],
  { publicUrl, ...to }: { publicUrl: string; name: string; siteName: string },
): Mail {
  // A video that failed and was retried is reported once, with its latest outcome.
  const latest = [...new Map(outcomes.map((outcome) => [outcome.video_id, outcome])).values()];
  const [only] = latest;
  return only && latest.length === 1
    ? composeOne(only, { link: linkToVideo(publicUrl, only), ...to })
    : composeMany(latest, { link: new URL('/transcoding', publicUrl).href, ...to });
}

interface Frame {
  link: string;
  name: string;
  siteName: string;
}

function composeOne(video: Outcome, frame: Frame): Mail {
  const title = toLine(video.title);
  const note = 'You are receiving this mail because you uploaded the video.';
  if (video.kind === 'ready')
    return layOut({
      subject: `Your video “${title}” is ready`,
      ...frame,
      lead: `Your video “${title}” is ready to be watched${video.message ? `. ${toLine(video.message)}` : ':'}`,
      button: 'Watch it',
      note,
    });
  if (video.is_stopped)
    return layOut({
      subject: `The processing of your video “${title}” was stopped`,
      ...frame,
      lead: describeStop(video),
      button: 'See it',
      note: `There you can continue the processing or delete the video. ${note}`,
    });
  return layOut({
    subject: `Your video “${title}” could not be processed`,
    ...frame,
    lead: `Your video “${title}” could not be processed. ${toLine(video.message ?? '')}`.trim(),
    button: 'See what happened',
    note: `There you can try it again or delete it. ${note}`,
  });
}

function composeMany(videos: readonly Outcome[], frame: Frame): Mail {
  const ready = videos.filter(({ kind }) => kind === 'ready');
  const stopped = videos.filter((video) => video.is_stopped);
  const failed = videos.filter((video) => video.kind === 'failed' && !video.is_stopped);
  const sentence = catalog.describeOutcomes({
    ready: ready.length,
    failed: failed.length,
    stopped: stopped.length,
  });
  return layOut({
    subject: `${frame.siteName}: ${sentence}`,
    ...frame,
    lead: `Your uploads have been processed: ${sentence}.`,
    groups: [
      toGroup(
        'These could not be processed:',
        failed.map(({ title, message }) => toLine(`${title}: ${message ?? ''}`)),
      ),
      toGroup('These were stopped on purpose:', stopped.map(describeStop)),
      toGroup(
        'These are ready to be watched:',
        ready.map(({ title }) => toLine(title)),
      ),
    ].filter(({ lines }) => lines.length > 0),
    button: 'See all of them',
    note: 'You are receiving this mail because you uploaded the videos.',
  });
}

function describeStop({ title, stopped_by: by }: Outcome): string {
  return toLine(catalog.describeStop(toLine(title), by));
}

function toGroup(sentence: string, lines: readonly string[]): LineGroup {
  const rest = lines.length - MAX_LINES;
  return { sentence, lines: rest > 0 ? [...lines.slice(0, MAX_LINES), `and ${rest} more`] : lines };
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
