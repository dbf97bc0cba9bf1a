import { auth } from '@larksong/contracts';
import { createTexts } from '@larksong/languages';
import { createLoops, within, type Logger, type LoopMetrics } from '@larksong/service-kit';

import { findUser, findUserByEmail } from '../users/store.ts';
import type { Config } from '../config.ts';
import { findDeletion } from '../deletions/store.ts';
import { deriveKey } from '../derive-key.ts';
import type { CommentMailRow, Db, LinkMailKind, MailKind, UserRow, VideoMailRow } from '../db/tables.ts';
import { addInvitationToken } from '../invitations/store.ts';
import { createLink } from '../links/store.ts';
import { createSecret, hashSecret } from '../secret-token.ts';
import { languageFor } from '../site-texts/language-store.ts';
import { findSiteName } from '../site-texts/store.ts';
import type { Metrics } from '../metrics.ts';
import { findTelling, markGivenUp } from '../mail-queue/telling-store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { describe } from './check-server.ts';
import { composeCommentMail } from './comment-mail.ts';
import { composeAboutDeletion } from './deletion-mail.ts';
import { composeFindings, mayBeTold } from './findings-mail.ts';
import { composeFarewell, composeMail, linkTo } from './mail.ts';
import { pauseBeforeRetry } from './retry.ts';
import {
  createFollowingSender,
  createMailSender,
  type AddressedMail,
  type MailSender,
  type MailSettings,
} from './sender.ts';
import { listUntoldComments, markCommentsTold, queueCommentMails } from '../mail-queue/comment-store.ts';
import { claimMail, finishMail, postponeMail, type DueMail } from '../mail-queue/store.ts';
import { composeVideoMail, mayGetVideoMail } from './video-mail.ts';
import { listUntold, queueVideoMails } from '../mail-queue/video-store.ts';

export interface MailFailure {
  at: Date;
  problem: string;
}

interface Outbox {
  start(): void;
  /** Starts sending waiting mails in the background; call it after the commit. */
  poke(): void;
  /** Returns the latest failure of this process; undefined once another mail was sent. */
  lastFailure(): MailFailure | undefined;
  stop(): Promise<void>;
}

interface OutboxOptions {
  db: Db;
  config: Config;
  readMailSettings: () => Promise<MailSettings>;
  throttle: Throttle;
  metrics: Pick<Metrics, 'mailEnded'>;
  loopMetrics: LoopMetrics;
  logger: Logger;
}

/** Returns the sender of the mails in the table `mails`: each is sent at least once, across processes and restarts. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { db, config, throttle, metrics, logger } = options;
  const key = deriveKey(config.AUTH_SECRET, 'kept mails');
  const sender = createFollowingSender(options.readMailSettings, (settings) =>
    createMailSender({ settings, db, key, logger }),
  );
  const deps: Deps = {
    ...{ db, sender, throttle, metrics, logger },
    publicUrl: config.PUBLIC_URL,
    lifetimeHours: lifetimesOf(config),
  };
  let lastFailure: MailFailure | undefined;
  const ending = new AbortController();
  const round = async () => {
    await queueVideoMails(db, config.VIDEO_MAIL_MINUTES * 60);
    await queueCommentMails(db, config.VIDEO_MAIL_MINUTES * 60);
    while (!ending.signal.aborted) {
      const mail = await claimMail(db);
      if (!mail) return;
      const result = await deliver(deps, mail);
      if (result.isSent) lastFailure = undefined;
      if (result.error !== undefined) lastFailure = { at: new Date(), problem: describe(result.error) };
    }
  };
  const loops = createLoops(logger, options.loopMetrics);
  const loop = loops.add('send mails', LOOK_EVERY_SECONDS, round);
  return {
    start: () => loops.start(),
    poke: () => loop.poke(),
    lastFailure: () => lastFailure,
    async stop() {
      ending.abort();
      // A mail that is being sent to a silent server is sent again by the next process.
      await within(STOP_WITHIN_MS, loops.stop()).catch(() => {});
      sender.close();
    },
  };
}

const textsIn = createTexts('mails');

/** Interval of the checks for mails of other processes and for retries. */
const LOOK_EVERY_SECONDS = 2;
const STOP_WITHIN_MS = 3000;

interface Deps {
  db: Db;
  sender: MailSender;
  throttle: Throttle;
  metrics: Pick<Metrics, 'mailEnded'>;
  logger: Logger;
  publicUrl: string;
  /** Lifetime of the link of each kind; 0 for mails that are not kept without a mail server. */
  lifetimeHours: Record<MailKind, number>;
}

function lifetimesOf(config: Config): Deps['lifetimeHours'] {
  return {
    'verify-email': config.VERIFY_LINK_HOURS,
    'reset-password': config.RESET_LINK_HOURS,
    invitation: config.INVITATION_DAYS * 24,
    welcome: config.INVITATION_DAYS * 24,
    video: config.KEPT_VIDEO_MAIL_DAYS * 24,
    'deletion-planned': auth.DELETION_DAYS * 24,
    'deletion-undone': auth.DELETION_DAYS * 24,
    'comments-waiting': config.KEPT_VIDEO_MAIL_DAYS * 24,
    'comment-removed': config.KEPT_VIDEO_MAIL_DAYS * 24,
    'account-deleted': 0,
    findings: config.KEPT_VIDEO_MAIL_DAYS * 24,
  };
}

/** Sends a mail, or schedules another try. */
async function deliver(deps: Deps, mail: DueMail): Promise<{ isSent: boolean; error?: unknown }> {
  const { db, sender, metrics, logger } = deps;
  const note = { mailId: mail.id, kind: mail.kind, tries: mail.tries };
  const outcomes = mail.videoMailId === null ? [] : await listUntold(db, mail.videoMailId);
  const comments = await listUntoldComments(db, mail);
  const finish = async () => {
    await markCommentsTold(db, comments);
    await finishMail(
      db,
      mail.id,
      outcomes.map(({ id }) => id),
    );
  };
  try {
    const letter = await compose(deps, mail, { outcomes, comments });
    if (letter) await sender.send(letter);
    await finish();
    if (letter) {
      metrics.mailEnded('sent');
      logger.info(note, 'mail sent');
    }
    return { isSent: letter !== undefined };
  } catch (error) {
    const pauseSeconds = pauseBeforeRetry(mail);
    if (pauseSeconds === null) {
      await finish();
      if (mail.tellingId !== null) await markGivenUp(db, mail.tellingId);
      metrics.mailEnded('given_up');
      logger.error({ ...note, err: error }, 'a mail was given up after a day of failed attempts');
      return { isSent: false, error };
    }
    metrics.mailEnded('failed');
    logger.warn({ ...note, err: error, pauseSeconds }, 'a mail could not be sent; will retry');
    await postponeMail(db, mail.id, pauseSeconds);
    return { isSent: false, error };
  }
}

/** Returns the mail to send, or undefined if its recipient or reason no longer exists. */
async function compose(
  deps: Deps,
  mail: DueMail,
  { outcomes, comments }: { outcomes: readonly VideoMailRow[]; comments: readonly CommentMailRow[] },
): Promise<AddressedMail | undefined> {
  const { publicUrl, throttle } = deps;
  const siteName = await findSiteName(deps.db);
  const { kind } = mail;
  const envelope = { to: mail.email, kind, lifetimeHours: deps.lifetimeHours[kind], siteName };
  if (mail.kind === 'video') {
    const content = await composeAboutVideos(deps, outcomes, siteName);
    return content && { ...envelope, ...content, tokenHash: null };
  }
  if (mail.kind === 'findings') {
    const content = await composeTelling(deps, mail, siteName);
    return content && { ...envelope, ...content, tokenHash: null };
  }
  if (mail.kind === 'comments-waiting' || mail.kind === 'comment-removed') {
    const content = await composeAboutComments(deps, comments, siteName);
    return content && { ...envelope, ...content, tokenHash: null };
  }
  if (mail.kind === 'account-deleted') {
    const isAllowed = !mail.isCounted || mail.tries > 1 || (await throttle.countMailbox(mail.email));
    // The account, and with it its language, no longer exists.
    const t = textsIn(await languageFor(deps.db, undefined));
    return isAllowed
      ? { ...envelope, ...composeFarewell({ publicUrl, siteName }, t), tokenHash: null }
      : undefined;
  }
  if (mail.kind === 'deletion-planned' || mail.kind === 'deletion-undone') {
    const user = await findUserByEmail(deps.db, mail.email);
    if (!user) return undefined;
    const t = textsIn(await languageFor(deps.db, user));
    const deletion = await findDeletion(deps.db, user.id);
    const content = composeAboutDeletion({ kind: mail.kind, user, deletion }, { publicUrl, siteName }, t);
    return content && { ...envelope, ...content, tokenHash: null };
  }
  return composeWithLink(deps, { ...mail, kind: mail.kind }, envelope);
}

async function composeWithLink(
  deps: Deps,
  mail: DueMail & { kind: LinkMailKind },
  envelope: Pick<AddressedMail, 'to' | 'kind' | 'lifetimeHours' | 'siteName'>,
): Promise<AddressedMail | undefined> {
  const { lifetimeHours } = envelope;
  const token = createSecret();
  const tokenHash = hashSecret(token);
  const content = { ...envelope, link: linkTo(deps.publicUrl, mail.kind, token) };
  if (mail.kind === 'invitation') {
    const isOpen = await addInvitationToken(deps.db, { email: mail.email, tokenHash });
    const t = textsIn(await languageFor(deps.db, undefined));
    return isOpen ? { ...envelope, ...composeMail(mail.kind, content, t), tokenHash } : undefined;
  }
  const user = await findUserByEmail(deps.db, mail.email);
  if (!user || !(await mayGetLink(deps, mail, user))) return undefined;
  await createLink(deps.db, {
    tokenHash,
    userId: user.id,
    purpose: mail.kind === 'welcome' ? 'reset-password' : mail.kind,
    lifetimeHours,
    askedBy: mail.askedBy,
  });
  const t = textsIn(await languageFor(deps.db, user));
  return { ...envelope, ...composeMail(mail.kind, { ...content, name: nameOf(user) }, t), tokenHash };
}

/**
 * Returns whether a link may be sent. Anybody can register with someone else's email, under many names, so such mails are
 * limited by mailbox. The owner of a confirmed email gets reset links in any case.
 */
async function mayGetLink({ throttle }: Deps, mail: DueMail, user: UserRow): Promise<boolean> {
  if (user.disabled_at) return false;
  if (mail.kind === 'verify-email' && user.email_verified_at) return false;
  const isProven = mail.kind === 'reset-password' && user.email_verified_at !== null;
  if (!mail.isCounted || isProven || mail.tries > 1) return true;
  return throttle.countMailbox(mail.email);
}

async function composeAboutVideos(deps: Deps, outcomes: readonly VideoMailRow[], siteName: string) {
  const [first] = outcomes;
  const user = first && (await findUser(deps.db, first.user_id));
  if (!user || !mayGetVideoMail(user)) return undefined;
  const t = textsIn(await languageFor(deps.db, user));
  return composeVideoMail(outcomes, { publicUrl: deps.publicUrl, name: nameOf(user), siteName }, t);
}

async function composeTelling({ db, publicUrl }: Deps, mail: DueMail, siteName: string) {
  const telling = mail.tellingId === null ? undefined : await findTelling(db, mail.tellingId);
  if (!telling) return undefined;
  const user = await findUserByEmail(db, mail.email);
  if (!mayBeTold(telling, { email: mail.email, user })) return undefined;
  const t = textsIn(await languageFor(db, user));
  return composeFindings(telling, { publicUrl, siteName, name: user && nameOf(user) }, t);
}

async function composeAboutComments(deps: Deps, comments: readonly CommentMailRow[], siteName: string) {
  const [first] = comments;
  const user = first && (await findUser(deps.db, first.user_id));
  if (!user || !mayGetVideoMail(user)) return undefined;
  const t = textsIn(await languageFor(deps.db, user));
  return composeCommentMail(comments, { publicUrl: deps.publicUrl, name: nameOf(user), siteName }, t);
}

function nameOf(user: UserRow): string {
  return user.display_name ?? user.username;
}
