import { because, catalog, type auth, type Explanation } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import { hasHeldWord } from './held-words.ts';

const HOUR_MS = 3_600_000;
/** For a week, the accounts of one network share a limit. */
const FRESH_MS = 7 * 24 * HOUR_MS;

/** What somebody is to one video. */
export type Standing = catalog.Reply['author']['standing'];

/**
 * Returns what an author is to a video: replies, closing comments and being shown without approval are for superadmins
 * and for the uploader, while a teacher.
 */
export function standingOf(
  author: Pick<auth.Author, 'id' | 'role' | 'isTeacher'>,
  uploaderId: string,
): Standing {
  if (author.role === 'superadmin') return 'superadmin';
  return author.isTeacher && author.id === uploaderId ? 'uploader' : null;
}

/** Returns from when on an account may write. */
export function writesFrom({ createdAt, role }: auth.Author): Date {
  const made = new Date(createdAt).getTime();
  return new Date(role === 'superadmin' ? made : made + catalog.COMMENT_ACCOUNT_HOURS * HOUR_MS);
}

/** Returns whether an account shares a limit with the others of its network. */
export function isFresh({ createdAt, role }: auth.Author, now: Date): boolean {
  return role !== 'superadmin' && now.getTime() - new Date(createdAt).getTime() < FRESH_MS;
}

/** What an author may do, besides the state of the video. */
export interface AuthorRules {
  author: auth.Author | null;
  mute: catalog.Mute;
  now: Date;
}

/** Returns why an account may not write at all; `open` if it may. */
export function writingStateOf({ author, mute, now }: AuthorRules): 'open' | Refusal {
  if (!author?.isVerified) return author?.canVerify === false ? 'unconfirmed' : 'unverified';
  if (now < writesFrom(author)) return 'too-young';
  return mute === 'refused' && author.role !== 'superadmin' ? 'muted' : 'open';
}

type Refusal = 'unverified' | 'unconfirmed' | 'too-young' | 'muted';
const REFUSALS: Record<Refusal, Explanation> = {
  unverified: because('comment.unverified'),
  unconfirmed: because('comment.unconfirmed'),
  'too-young': because('comment.not-yet'),
  muted: because('comment.muted'),
};

/** Throws FORBIDDEN for an account that may not write, with the reason. */
export function refuseAuthor(rules: AuthorRules): void {
  const state = writingStateOf(rules);
  if (state !== 'open') throw new AppError('FORBIDDEN', REFUSALS[state]);
}

/**
 * Returns why a text waits for an approval; null if it is shown at once. Superadmins approve what they write themselves,
 * and what the uploader writes about an own video needs none of the site's approvals.
 */
export function heldBy(
  text: string,
  { setting, words }: Pick<catalog.CommentSettings, 'setting' | 'words'>,
  { standing, mute }: { standing: Standing; mute: catalog.Mute },
): catalog.ModeratedComment['heldBy'] {
  if (standing === 'superadmin') return null;
  if (mute !== 'none') return 'mute';
  if (hasHeldWord(text, words)) return 'words';
  return setting === 'approval' && standing === null ? 'setting' : null;
}
