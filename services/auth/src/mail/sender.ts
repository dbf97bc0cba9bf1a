import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { newId, seal, type Logger } from '@larksong/service-kit';
import { createTransport } from 'nodemailer';

import type { Db, MailKind } from '../db/tables.ts';
import { createKeptMail } from '../kept-mails/store.ts';
import type { Mail } from './layout.ts';
import { MARK_CID, MARK_PNG } from './mark.ts';

export interface AddressedMail extends Mail {
  to: string;
  /** Hash of the token in its link; null for a mail about a video. */
  tokenHash: Buffer | null;
  /** Time for which it is kept without a mail server; 0: not at all. */
  lifetimeHours: number;
  /** Missing for a trial of the mail server. */
  kind?: MailKind;
  /** The sender's name, unless the settings have another one. */
  siteName: string;
}

/** Delivers a mail; rejects if that failed and may be retried. */
export interface MailSender {
  send(mail: AddressedMail): Promise<void>;
  close(): void;
}

interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  SMTP_URL?: string;
  SMTP_HOST?: string;
  SMTP_PORT: number;
  SMTP_USER?: string;
  SMTP_PASSWORD?: string;
}

export interface MailSettings extends SmtpSettings {
  MAIL_FROM?: string;
  MAIL_DIR?: string;
  PUBLIC_URL: string;
}

/** Timeouts for a silent server; the mail is retried later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const IMPLICIT_TLS_PORT = 465;

/** Returns a sender that uses SMTP or, without a server, keeps mails for superadmins; `key` is derived from AUTH_SECRET. */
export function createMailSender(deps: {
  settings: MailSettings;
  db: Db;
  key: Buffer;
  logger: Logger;
}): MailSender {
  const { settings, db, key, logger } = deps;
  const from = senderOf(settings);
  const server = smtpServer(settings);
  if (server) return createSmtpSender(server, from);
  const folder = settings.MAIL_DIR === undefined ? undefined : resolve(settings.MAIL_DIR);
  logger.warn({ folder }, 'no mail server is configured; superadmins find the mails on the page Accounts');
  const write = folder === undefined ? undefined : createFileWriter(folder, from);
  return {
    async send(mail) {
      if (mail.lifetimeHours > 0) await keep(mail, { db, key });
      await write?.(mail).catch((error: unknown) =>
        logger.error({ err: error, folder }, 'a mail could not be written to this folder'),
      );
    },
    close: () => {},
  };
}

/** Returns a sender that follows settings which may change while it is running. */
export function createFollowingSender(
  readSettings: () => Promise<MailSettings>,
  create: (settings: MailSettings) => MailSender,
): MailSender {
  let current: { name: string; sender: MailSender } | undefined;
  return {
    async send(mail) {
      const settings = await readSettings();
      const name = JSON.stringify([smtpServer(settings), settings.MAIL_FROM]);
      if (current?.name !== name) {
        current?.sender.close();
        current = { name, sender: create(settings) };
      }
      await current.sender.send(mail);
    },
    close: () => current?.sender.close(),
  };
}

/** Stores a mail for superadmins, encrypted. */
async function keep(mail: AddressedMail, { db, key }: { db: Db; key: Buffer }): Promise<void> {
  const sealedContent = seal(JSON.stringify({ text: mail.text, link: mail.link }), key, mail.to);
  await createKeptMail(db, { ...mail, kind: mail.kind ?? null, email: mail.to, sealedContent });
}

/** Returns the sender of a mail. */
type Sender = (mail: AddressedMail) => string | { name: string; address: string };

/** Returns the sender that the settings name, otherwise the name of the site at the host of its address. */
export function senderOf(settings: Pick<MailSettings, 'MAIL_FROM' | 'PUBLIC_URL'>): Sender {
  const address = `no-reply@${new URL(settings.PUBLIC_URL).hostname.replace(/^www\./, '')}`;
  return ({ siteName: name }) => settings.MAIL_FROM ?? { name, address };
}

export type SmtpServer = { url: string } | { host: string; port: number; user?: string; password?: string };

/** Returns the configured mail server, or undefined. */
export function smtpServer(settings: SmtpSettings): SmtpServer | undefined {
  if (settings.SMTP_URL !== undefined) return { url: settings.SMTP_URL };
  if (settings.SMTP_HOST === undefined) return undefined;
  return {
    host: settings.SMTP_HOST,
    port: settings.SMTP_PORT,
    ...(settings.SMTP_USER === undefined ? {} : { user: settings.SMTP_USER }),
    ...(settings.SMTP_PASSWORD === undefined ? {} : { password: settings.SMTP_PASSWORD }),
  };
}

/** Returns a connection to a mail server. */
export function createSmtpTransport(server: SmtpServer) {
  return createTransport(
    'url' in server
      ? { url: server.url, ...TIMEOUTS }
      : {
          host: server.host,
          port: server.port,
          secure: server.port === IMPLICIT_TLS_PORT,
          ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? '' } }),
          ...TIMEOUTS,
        },
  );
}

/** Returns a sender that uses this server. */
export function createSmtpSender(server: SmtpServer, from: Sender): MailSender {
  const transport = createSmtpTransport(server);
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, from));
    },
    close: () => transport.close(),
  };
}

/** Returns a function that writes a mail to a file readable by its owner only, since any reader could use its link. */
function createFileWriter(folder: string, from: Sender) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail: AddressedMail): Promise<void> => {
    const { message } = await transport.sendMail(toMessage(mail, from));
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not built in one piece');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`);
    // Renamed once it is complete, so that nobody reads half a mail.
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
}

/** The mark comes with the mail, since a remote picture would reveal when and where the mail is read. */
function toMessage(mail: AddressedMail, from: Sender) {
  const { to, subject, text, html } = mail;
  const mark = { cid: MARK_CID, content: MARK_PNG, contentType: 'image/png', filename: 'larksong.png' };
  return {
    from: from(mail),
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: [{ ...mark, contentDisposition: 'inline' as const }],
  };
}
