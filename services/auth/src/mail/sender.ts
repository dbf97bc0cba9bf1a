import { mkdirSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { newId, type Logger } from '@larksong/service-kit';
import { createTransport } from 'nodemailer';

import type { Mail } from './mail.ts';

export interface AddressedMail extends Mail {
  to: string;
}

/** Hands a mail over; rejects when that did not work and may be tried again. */
export interface MailSender {
  send(mail: AddressedMail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  SMTP_URL?: string;
  SMTP_HOST?: string;
  SMTP_PORT: number;
  SMTP_USER?: string;
  SMTP_PASSWORD?: string;
  MAIL_FROM?: string;
  MAIL_DIR: string;
  PUBLIC_URL: string;
}

/** A server that answers nothing is given up after these times; the mail is tried again later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const IMPLICIT_TLS_PORT = 465;

/** Sends through SMTP where a server is set, else writes each mail to a folder. */
export function createMailSender(settings: MailSettings, logger: Logger): MailSender {
  const from =
    settings.MAIL_FROM ??
    `Larksong <no-reply@${new URL(settings.PUBLIC_URL).hostname.replace(/^www\./, '')}>`;
  const server = smtpServer(settings);
  if (server) return createSmtpSender(server, from);
  const folder = resolve(settings.MAIL_DIR);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    logger.info({ folder }, 'no SMTP server is set: mails are written to this folder');
  } catch (error) {
    // Tried again with each mail; a site without mails still works.
    logger.error({ folder, err: error }, 'no SMTP server is set, and mails cannot be written to this folder');
  }
  return createFolderSender(folder, from);
}

type SmtpServer = { url: string } | { host: string; port: number; user?: string; password?: string };

function smtpServer(settings: MailSettings): SmtpServer | undefined {
  if (settings.SMTP_URL !== undefined) return { url: settings.SMTP_URL };
  if (settings.SMTP_HOST === undefined) return undefined;
  return {
    host: settings.SMTP_HOST,
    port: settings.SMTP_PORT,
    ...(settings.SMTP_USER === undefined ? {} : { user: settings.SMTP_USER }),
    ...(settings.SMTP_PASSWORD === undefined ? {} : { password: settings.SMTP_PASSWORD }),
  };
}

function createSmtpSender(server: SmtpServer, from: string): MailSender {
  const transport = createTransport(
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
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: () => transport.close(),
  };
}

/** Files that only their owner can read, since whoever reads one can use its link. */
function createFolderSender(folder: string, from: string): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ to, subject, text, html }) {
      const { message } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
      });
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not made in one piece');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`);
      // Under its name only once it is whole: whoever watches the folder reads no half mail.
      await writeFile(`${file}.new`, message, { mode: 0o600 });
      await chmod(`${file}.new`, 0o600);
      await rename(`${file}.new`, file);
    },
    close: () => transport.close(),
  };
}
