import type { Translate } from '@larksong/languages';

import type { LinkMailKind } from '../db/tables.ts';
import { layOut, type Mail } from './layout.ts';

/** The variable parts of a mail with a link that expires. */
interface MailContent {
  /** An absolute URL of this site with the token. */
  link: string;
  /** The name in the greeting; undefined for recipients without an account. */
  name?: string | undefined;
  lifetimeHours: number;
  siteName: string;
}

/** The page of the web client to which each mail links, and its parameter for the token. */
const PAGES: Record<LinkMailKind, { path: string; parameter: string }> = {
  'verify-email': { path: '/verify-email', parameter: 'token' },
  'reset-password': { path: '/reset-password', parameter: 'token' },
  welcome: { path: '/reset-password', parameter: 'token' },
  invitation: { path: '/register', parameter: 'invite' },
};

/** Returns the URL of a mail's link. `publicUrl` comes from the settings, never from a request. */
export function linkTo(publicUrl: string, kind: LinkMailKind, token: string): string {
  const { path, parameter } = PAGES[kind];
  const url = new URL(path, publicUrl);
  url.searchParams.set(parameter, token);
  return url.href;
}

/** Returns a mail with a link that contains a token, in the language of `t`. */
export function composeMail(
  kind: LinkMailKind,
  { lifetimeHours, ...content }: MailContent,
  t: Translate,
): Mail {
  const { siteName } = content;
  const lifetime = formatLifetime(lifetimeHours, t);
  return layOut(
    {
      ...content,
      subject: t(`mail.${kind}.subject`, { siteName }),
      lead: t(`mail.${kind}.lead`, { siteName }),
      button: t(`mail.${kind}.button`),
      note: `${t('mail.lifetime', { lifetime })} ${t(`mail.${kind}.note`)}`,
    },
    t,
  );
}

interface Frame {
  publicUrl: string;
  siteName: string;
}

/** Returns the mail that says that an account was deleted. Its link leads to the people who run the site. */
export function composeFarewell({ publicUrl, siteName }: Frame, t: Translate): Mail {
  const link = new URL('/for-parents', publicUrl).href;
  return layOut({ siteName, link, ...wordsOf('farewell', siteName, t) }, t);
}

/** Returns the message with which a mail server is tried. */
export function composeTrial({ publicUrl, siteName }: Frame, t: Translate): Mail {
  const link = new URL('/', publicUrl).href;
  return layOut({ siteName, link, ...wordsOf('trial', siteName, t) }, t);
}

function wordsOf(kind: 'farewell' | 'trial', siteName: string, t: Translate) {
  return {
    subject: t(`mail.${kind}.subject`, { siteName }),
    lead: t(`mail.${kind}.lead`, { siteName }),
    button: t(`mail.${kind}.button`),
    note: t(`mail.${kind}.note`),
  };
}

/** Returns a length of time in words, never longer than it is: `30 minutes`, `one hour`, `24 hours`, `7 days`. */
export function formatLifetime(hours: number, t: Translate): string {
  if (hours >= 48) return t('mail.days', { count: Math.floor(hours / 24) });
  if (hours === 1 || hours >= 2) return t('mail.hours', { count: Math.floor(hours) });
  return t('mail.minutes', { count: Math.max(1, Math.floor(hours * 60)) });
}
