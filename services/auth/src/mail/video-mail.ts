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

/**
 * Returns the link of a mail about one video: to the video, or to where something has to be done; for songs that were
 * suggested, to their list.
 */
export function linkToVideo(publicUrl: string, video: Pick<Outcome, 'kind' | 'video_id'>): string {
  if (video.kind === 'suggested') return new URL(`/lists/${video.video_id}`, publicUrl).href;
  if (video.kind === 'flagged') return new URL('/flags', publicUrl).href;
  const isGood = video.kind === 'ready' || video.kind === 'approved';
  const url = new URL(isGood ? '/songs' : '/transcoding', publicUrl);
  if (isGood) url.searchParams.set('v', video.video_id);
  return url.href;
}

/**
 * Returns the mail that tells which videos of an uploader are ready, approved or sent back, and why others failed, which
 * songs were flagged, and for which lists songs were suggested. `outcomes` has at least one.
 */
export function composeVideoMail(
  outcomes: readonly Outcome[],
  { publicUrl, ...to }: { publicUrl: string; name: string; siteName: string },
  t: Translate,
): Mail {
  const latest = listLatest(outcomes);
  const [only] = latest;
  return only && latest.length === 1
    ? composeOne(only, { link: linkToVideo(publicUrl, only), ...to }, t)
    : composeMany(latest, { link: linkToMany(publicUrl, latest), ...to }, t);
}

/**
 * Returns the link of a mail about several videos: to what was flagged, unless another video needs something to be done, on
 * the page of which flags are linked, too.
 */
function linkToMany(publicUrl: string, outcomes: readonly Outcome[]): string {
  const has = (...kinds: Outcome['kind'][]) => outcomes.some(({ kind }) => kinds.includes(kind));
  const isFlagged = has('flagged') && !has('failed', 'sent_back');
  const path = isFlagged
    ? '/flags'
    : outcomes.every(({ kind }) => kind === 'suggested')
      ? '/lists'
      : '/transcoding';
  return new URL(path, publicUrl).href;
}

/**
 * Returns the outcomes to report: of a video that failed and was retried the latest one, and likewise the latest
 * decision about it, which makes it needless to say that it is ready.
 */
function listLatest(outcomes: readonly Outcome[]): Outcome[] {
  const latestOf = (some: readonly Outcome[]) => [
    ...new Map(some.map((outcome) => [outcome.video_id, outcome])).values(),
  ];
  const decisions = latestOf(outcomes.filter(isDecision));
  const told = (['flagged', 'suggested'] as const).flatMap((kind) =>
    latestOf(outcomes.filter((outcome) => outcome.kind === kind)),
  );
  const processed = latestOf(outcomes.filter((outcome) => !isDecision(outcome) && !isTold(outcome))).filter(
    ({ kind, video_id: id }) => kind !== 'ready' || !decisions.some((other) => other.video_id === id),
  );
  return [...processed, ...decisions, ...told];
}

function isDecision({ kind }: Outcome): boolean {
  return kind === 'approved' || kind === 'sent_back';
}

/** Returns whether other people said something about a song or a list. */
function isTold({ kind }: Outcome): boolean {
  return kind === 'flagged' || kind === 'suggested';
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
  if (isDecision(video)) return composeDecision(video, frame, t);
  if (isTold(video)) return composeTold(video, frame, t);
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

function composeDecision(video: Outcome, frame: Frame, t: Translate): Mail {
  const title = toLine(video.title);
  const note = t('mail.video.note');
  if (video.kind === 'approved') {
    const subject = t('mail.video-approved.subject', { title });
    const lead = t('mail.video-approved.lead', { title });
    return layOut({ subject, ...frame, lead, button: t('mail.video-ready.button'), note }, t);
  }
  return layOut(
    {
      subject: t('mail.video-sent-back.subject', { title }),
      ...frame,
      lead: t('mail.video-sent-back.lead', { title, note: toLine(video.message ?? '') }),
      button: t('mail.video-sent-back.button'),
      note: `${t('mail.video-sent-back.what-next')} ${note}`,
    },
    t,
  );
}

function composeTold(video: Outcome, frame: Frame, t: Translate): Mail {
  const title = toLine(video.title);
  return video.kind === 'flagged'
    ? layOut(
        {
          subject: t('mail.video-flagged.subject', { title }),
          ...frame,
          lead: t('mail.video-flagged.lead', { title }),
          button: t('mail.video-flagged.button'),
          note: t('mail.video-flagged.note'),
        },
        t,
      )
    : layOut(
        {
          subject: t('mail.list-suggested.subject', { name: title }),
          ...frame,
          lead: t('mail.list-suggested.lead', { name: title }),
          button: t('mail.list-suggested.button'),
          note: t('mail.list-suggested.note'),
        },
        t,
      );
}

function composeMany(videos: readonly Outcome[], frame: Frame, t: Translate): Mail {
  const groups = listGroups(videos);
  const outcomes = describeOutcomes(groups, t);
  return layOut(
    {
      subject: t('mail.videos.subject', { siteName: frame.siteName, outcomes }),
      ...frame,
      lead: leadOf(videos, outcomes, t),
      groups: GROUPS_IN_ORDER.filter((name) => groups[name].length > 0).map((name) => {
        const lines = groups[name].map((video) => describe(name, video, t));
        return shorten({ sentence: t(`mail.videos.${name}`), lines }, t);
      }),
      button: t('mail.videos.button'),
      note: videos.some(isTold) ? t('mail.videos.note-with-told') : t('mail.videos.note'),
    },
    t,
  );
}

function leadOf(videos: readonly Outcome[], outcomes: string, t: Translate): string {
  if (videos.some(isTold)) return t('mail.videos.lead-with-told', { outcomes });
  return videos.some(isDecision)
    ? t('mail.videos.lead-with-decisions', { outcomes })
    : t('mail.videos.lead', { outcomes });
}

/** The groups of a mail, those that need something to be done first. */
const GROUPS_IN_ORDER = [
  'failed',
  'flagged',
  'sent-back',
  'stopped',
  'approved',
  'ready',
  'suggested',
] as const;
type Group = (typeof GROUPS_IN_ORDER)[number];
type Groups = Record<Group, Outcome[]>;

function listGroups(videos: readonly Outcome[]): Groups {
  const of = (kind: Outcome['kind']) => videos.filter((video) => video.kind === kind);
  return {
    ready: of('ready'),
    failed: of('failed').filter((video) => !video.is_stopped),
    stopped: of('failed').filter((video) => video.is_stopped),
    approved: of('approved'),
    'sent-back': of('sent_back'),
    flagged: of('flagged'),
    suggested: of('suggested'),
  };
}

function describe(group: Group, video: Outcome, t: Translate): Line {
  const title = toLine(video.title);
  if (group === 'stopped') return describeStop(video, t);
  if (group === 'failed') return append(`${title}:`, failureWords(video, t));
  return group === 'sent-back' ? `${title}: ${toLine(video.message ?? '')}` : title;
}

/** Returns a line such as `15 videos are ready, 2 failed`, for at least one video. */
function describeOutcomes(groups: Groups, t: Translate): string {
  return Object.entries(groups)
    .map(([name, { length: count }]) => ({ name, count }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }, index) =>
      index === 0 ? t(`mail.videos-${name}`, { count }) : t(`mail.others-${name}`, { count }),
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
