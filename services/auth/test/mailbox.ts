import { mkdir, readdir, readFile, rm, stat, watch } from 'node:fs/promises';
import { join } from 'node:path';

import { timeWait } from '@larksong/service-kit/testing/waits';

export interface ReceivedMail {
  to: string;
  subject: string;
  /** The raw mail, with its headers. */
  raw: string;
  text: string;
  html: string;
  link: URL;
  token: string;
  mode: number;
}

/** The mails in a folder to which auth writes them. */
export interface Mailbox {
  /** Resolves with the mails to an address once there are `count`, in order of arrival. */
  waitFor(to: string, count?: number): Promise<ReceivedMail[]>;
  list(): Promise<ReceivedMail[]>;
  remove(): Promise<void>;
}

/** Creates the folder, accessible to its owner only. */
export async function createMailbox(folder: string): Promise<Mailbox> {
  await mkdir(folder, { mode: 0o700 });
  const list = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
    return Promise.all(names.map((name) => readMail(join(folder, name))));
  };
  return {
    list,
    waitFor: (to, count = 1) =>
      timeWait(`${count} mails to ${to}`, async () => {
        const events = watch(folder, { signal: AbortSignal.timeout(20_000) });
        const iterator = events[Symbol.asyncIterator]();
        const first = iterator.next(); // watches from here on, before the first read
        for (let next: Promise<unknown> = first; ; next = iterator.next()) {
          const mails = (await list()).filter((mail) => mail.to === to);
          if (mails.length >= count) {
            next.catch(() => {});
            return mails;
          }
          await next;
        }
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readMail(file: string): Promise<ReceivedMail> {
  const raw = await readFile(file, 'utf8');
  return { ...parseMail(raw), mode: (await stat(file)).mode & 0o777 };
}

/** Parses a mail of nodemailer, whose parts are plain, quoted-printable or base64. */
export function parseMail(raw: string): Omit<ReceivedMail, 'mode'> {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';
  const parts = raw.split(/^--\S+\r?$/m);
  const part = (type: string) => decode(parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? '');
  const text = part('text/plain');
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'missing:');
  const token = link.searchParams.get('token') ?? link.searchParams.get('invite') ?? '';
  return { to: header('To'), subject: header('Subject'), raw, text, html: part('text/html'), link, token };
}

function decode(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  return decodeURIComponent(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/%/g, '%25')
      .replaceAll(/=([\dA-F]{2})/g, '%$1'),
  );
}
