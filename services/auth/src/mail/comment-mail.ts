import type { catalog } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

import type { CommentMailRow } from '../db/tables.ts';
import { layOut, type Mail } from './layout.ts';

interface Frame {
  publicUrl: string;
  name: string;
  siteName: string;
}

/** Longest list in a mail. */
const MAX_LINES = 50;

/** Returns the mail that tells about comments; `rows` has at least one, all of one kind. */
export function composeCommentMail(
  rows: readonly CommentMailRow[],
  frame: Frame,
  t: Translate,
): Mail | undefined {
  const last = rows.at(-1);
  if (!last) return undefined;
  if (last.kind === 'comments-waiting') return composeWaiting(last, frame, t);
  return rows.length === 1 ? composeRemoved(last, frame, t) : composeManyRemoved(rows, frame, t);
}

/** The latest numbers are those of all. */
function composeWaiting(
  { waiting, reported }: CommentMailRow,
  { publicUrl, ...frame }: Frame,
  t: Translate,
): Mail {
  const leads = [
    ...(waiting > 0 ? [t('mail.comments-waiting.lead', { count: waiting })] : []),
    ...(reported > 0 ? [t('mail.comments-waiting.reported', { count: reported })] : []),
  ];
  return layOut(
    {
      ...frame,
      subject: t('mail.comments-waiting.subject', { siteName: frame.siteName }),
      lead: leads.join(' '),
      link: new URL('/comments', publicUrl).href,
      button: t('mail.comments-waiting.button'),
      note: t('mail.comments-waiting.note'),
    },
    t,
  );
}

function composeRemoved(row: CommentMailRow, { publicUrl, ...frame }: Frame, t: Translate): Mail {
  const title = toLine(row.title);
  const url = new URL('/songs', publicUrl);
  if (row.video_id !== null) url.searchParams.set('v', row.video_id);
  return layOut(
    {
      ...frame,
      subject: t('mail.comment-removed.subject', { title }),
      lead: `${t('mail.comment-removed.lead', { title })} ${reasonOf(row, t)}`,
      link: url.href,
      button: t('mail.comment-removed.button'),
      note: t('mail.comment-removed.note'),
    },
    t,
  );
}

function composeManyRemoved(
  rows: readonly CommentMailRow[],
  { publicUrl, ...frame }: Frame,
  t: Translate,
): Mail {
  const lines = rows.slice(0, MAX_LINES).map((row) => `${toLine(row.title)}: ${reasonOf(row, t)}`);
  return layOut(
    {
      ...frame,
      subject: t('mail.comments-removed.subject', { siteName: frame.siteName }),
      lead: t('mail.comments-removed.lead', { count: rows.length }),
      groups: [{ sentence: t('mail.comments-removed.reasons'), lines }],
      link: new URL('/songs', publicUrl).href,
      button: t('mail.comments-removed.button'),
      note: t('mail.comment-removed.note'),
    },
    t,
  );
}

function reasonOf({ fault, note }: CommentMailRow, t: Translate): string {
  const reason = describeFault(fault, t);
  return note === '' ? reason : `${reason} ${t('mail.comment-removed.words', { note: toLine(note) })}`;
}

function describeFault(fault: catalog.CommentFault | null, t: Translate): string {
  switch (fault) {
    case 'names-child':
      return t('mail.comment-fault.names-child');
    case 'unkind':
      return t('mail.comment-fault.unkind');
    case 'advertisement':
      return t('mail.comment-fault.advertisement');
    case 'other':
    case null:
      return t('mail.comment-fault.other');
  }
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
