import { setTimeout as pause } from 'node:timers/promises';

import { startLoop, type Logger } from '@larksong/service-kit';

import { findUser, findUserByEmail } from '../accounts/store.ts';
import type { Config } from '../config.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { addInvitationToken } from '../invitations/store.ts';
import { createLink, type LinkPurposeHours } from '../links/store.ts';
import { createSecret, hashSecret } from '../secret-token.ts';
import { composeMail, linkTo, type Mail } from './mail.ts';
import { pauseBeforeRetry } from './retry.ts';
import { createMailSender, type MailSender } from './sender.ts';
import { claimMail, deleteMail, findVideoMail, postponeMail, type DueMail } from './store.ts';
import { composeVideoMail, linkToVideo, mayGetVideoMail } from './video-mail.ts';

export interface Outbox {
  /** Sends what was noted, soon and beside whatever runs; call it after the commit. */
  poke(): void;
  stop(): Promise<void>;
}

/** Sends the mails of the table `mails`, each at least once, over all processes and restarts. */
export function startOutbox(options: { db: Db; config: Config; logger: Logger; everyMs?: number }): Outbox {
  const { db, config, logger } = options;
  const sender = createMailSender(config, logger);
  const deps: Deps = {
    db,
    sender,
    logger,
    publicUrl: config.PUBLIC_URL,
    linkHours: { 'verify-email': config.VERIFY_LINK_HOURS, 'reset-password': config.RESET_LINK_HOURS },
  };
  const ending = new AbortController();
  const round = async () => {
    while (!ending.signal.aborted) {
      const mail = await claimMail(db);
      if (!mail) return;
      await deliver(deps, mail);
    }
  };
  const loop = startLoop({ name: 'send mails', everyMs: options.everyMs ?? LOOK_EVERY_MS, logger, round });
  return {
    poke: () => loop.poke(),
    async stop() {
      ending.abort();
      // A mail on its way to a silent server is tried again by whoever runs next.
      await Promise.race([loop.stop(), pause(STOP_WITHIN_MS, undefined, { ref: false })]);
      sender.close();
    },
  };
}

/** For mails that another process has noted, or that failed before. */
const LOOK_EVERY_MS = 2000;
const STOP_WITHIN_MS = 3000;

interface Deps {
  db: Db;
  sender: MailSender;
  logger: Logger;
  publicUrl: string;
  linkHours: LinkPurposeHours;
}

async function deliver(deps: Deps, mail: DueMail): Promise<void> {
  const { db, sender, logger } = deps;
  const note = { mailId: mail.id, kind: mail.kind, tries: mail.tries };
  try {
    const letter = await compose(deps, mail);
    if (letter) await sender.send({ to: mail.email, ...letter });
    await deleteMail(db, mail.id);
    if (letter) logger.info(note, 'mail sent');
  } catch (error) {
    const pauseSeconds = pauseBeforeRetry(mail);
    if (pauseSeconds === null) {
      await deleteMail(db, mail.id);
      logger.error({ ...note, err: error }, 'a mail could not be sent for a day and is given up');
      return;
    }
    logger.warn({ ...note, err: error, pauseSeconds }, 'a mail could not be sent and is tried again');
    await postponeMail(db, mail.id, pauseSeconds);
  }
}

/** What a mail says; undefined when there is nobody, or nothing any more, to send it for. */
async function compose(deps: Deps, mail: DueMail): Promise<Mail | undefined> {
  if (mail.kind === 'video') return composeAboutVideo(deps, mail.videoMailId ?? '');
  const token = createSecret();
  const link = linkTo(deps.publicUrl, mail.kind, token);
  if (mail.kind === 'invitation') {
    const isOpen = await addInvitationToken(deps.db, { email: mail.email, tokenHash: hashSecret(token) });
    return isOpen ? composeMail(mail.kind, { link }) : undefined;
  }
  const user = await findUserByEmail(deps.db, mail.email);
  if (!user || user.disabled_at) return undefined;
  if (mail.kind === 'verify-email' && user.email_verified_at) return undefined;
  await createLink(deps.db, {
    tokenHash: hashSecret(token),
    userId: user.id,
    purpose: mail.kind,
    lifetimeHours: deps.linkHours[mail.kind],
  });
  return composeMail(mail.kind, { link, name: nameOf(user) });
}

async function composeAboutVideo(deps: Deps, videoMailId: string): Promise<Mail | undefined> {
  const video = await findVideoMail(deps.db, videoMailId);
  const user = video && (await findUser(deps.db, video.user_id));
  if (!user || !mayGetVideoMail(user)) return undefined;
  return composeVideoMail(video, { link: linkToVideo(deps.publicUrl, video), name: nameOf(user) });
}

function nameOf(user: UserRow): string {
  return user.display_name ?? user.username;
}
