import type { Translate } from '@larksong/languages';

import type { UserRow, VideoMailRow } from '../db/tables.ts';
import { layOut, type Line, type LineGroup, type Mail, type Part } from './layout.ts';
import { failureWords, remarkWords } from './outcome-words.ts';

type Outcome = Pick<
  VideoMailRow,
  'kind' | 'video_id' | 'title' | 'message' | 'reason' | 'readable' | 'remarks' | 'is_stopped' | 'stopped_by'
>;

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
  t: Translate,
): Mail {
  // A video that failed and was retried is reported once, with its latest outcome.
  const latest = [...new Map(outcomes.map((outcome) => [outcome.video_id, outcome])).values()];
  const [only] = latest;
  return only && latest.length === 1
    ? composeOne(only, { link: linkToVideo(publicUrl, only), ...to }, t)
    : composeMany(latest, { link: new URL('/transcoding', publicUrl).href, ...to }, t);
}

interface Frame {
  link: string;
  name: string;
  siteName: string;
}

function composeOne(video: Outcome, frame: Frame, t: Translate): Mail {
  const title = toLine(video.title);
  const note = t('mail.video.note');
  if (video.kind === 'ready') {
    const remark = remarkWords(video, t);
    const lead =
      remark === ''
        ? t('mail.video-ready.lead', { title })
        : insert(t('mail.video-ready.lead-with-remark', { title, remark: HERE }), remark);
    const subject = t('mail.video-ready.subject', { title });
    return layOut({ subject, ...frame, lead, button: t('mail.video-ready.button'), note }, t);
  }
  if (video.is_stopped)
    return layOut(
      {
        subject: t('mail.video-stopped.subject', { title }),
        ...frame,
        lead: describeStop(video, t),
        button: t('mail.video-stopped.button'),
        note: `${t('mail.video-stopped.what-next')} ${note}`,
      },
      t,
    );
  return layOut(
    {
      subject: t('mail.video-failed.subject', { title }),
      ...frame,
      lead: append(t('mail.video-failed.lead', { title }), failureWords(video, t)),
      button: t('mail.video-failed.button'),
      note: `${t('mail.video-failed.what-next')} ${note}`,
    },
    t,
  );
}

function composeMany(videos: readonly Outcome[], frame: Frame, t: Translate): Mail {
  const ready = videos.filter(({ kind }) => kind === 'ready');
  const stopped = videos.filter((video) => video.is_stopped);
  const failed = videos.filter((video) => video.kind === 'failed' && !video.is_stopped);
  const outcomes = describeOutcomes(
    { ready: ready.length, failed: failed.length, stopped: stopped.length },
    t,
  );
  const toGroup = (sentence: string, lines: readonly Line[]) => shorten({ sentence, lines }, t);
  return layOut(
    {
      subject: t('mail.videos.subject', { siteName: frame.siteName, outcomes }),
      ...frame,
      lead: t('mail.videos.lead', { outcomes }),
      groups: [
        toGroup(
          t('mail.videos.failed'),
          failed.map((video) => append(`${toLine(video.title)}:`, failureWords(video, t))),
        ),
        toGroup(
          t('mail.videos.stopped'),
          stopped.map((video) => describeStop(video, t)),
        ),
        toGroup(
          t('mail.videos.ready'),
          ready.map(({ title }) => toLine(title)),
        ),
      ].filter(({ lines }) => lines.length > 0),
      button: t('mail.videos.button'),
      note: t('mail.videos.note'),
    },
    t,
  );
}

/** Returns a line such as `15 videos are ready, 2 failed`, for at least one video. */
function describeOutcomes(counts: Record<'ready' | 'failed' | 'stopped', number>, t: Translate): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count], index) =>
      index === 0 ? t(`mail.videos-${kind}`, { count }) : t(`mail.others-${kind}`, { count }),
    )
    .join(t('mail.comma'));
}

function describeStop({ title, stopped_by: by }: Outcome, t: Translate): string {
  return toLine(
    by === null
      ? t('mail.video-stopped.lead', { title: toLine(title) })
      : t('mail.video-stopped.lead-by-name', { title: toLine(title), name: by }),
  );
}

function shorten({ sentence, lines }: LineGroup, t: Translate): LineGroup {
  const rest = lines.length - MAX_LINES;
  if (rest <= 0) return { sentence, lines };
  return { sentence, lines: [...lines.slice(0, MAX_LINES), t('mail.videos.more', { count: rest })] };
}

/** Marks a place in a message; no title or name has it, since Postgres does not store it. */
const HERE = '\u0000';

function insert(text: string, part: Part): Line {
  const [before = '', ...after] = text.split(HERE);
  return [before, part, ...after];
}

function append(text: string, part: Part): Line {
  return part === '' ? text : [`${text} `, part];
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
