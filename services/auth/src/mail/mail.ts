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

interface LinkTexts {
  subject: string;
  lead: string;
  button: string;
  /** Follows the sentence about the lifetime of the link. */
  note: string;
}

const WORDS: Record<LinkMailKind, (siteName: string) => LinkTexts> = {
  'verify-email': (siteName) => ({
    subject: 'Please confirm your email',
    lead: `Welcome to ${siteName}. Please confirm that this is your email:`,
    button: 'Confirm my email',
    note: 'If you did not create an account, you can ignore this mail.',
  }),
  'reset-password': (siteName) => ({
    subject: 'Choose a new password',
    lead: `Someone, probably you, requested a new password for your account on ${siteName}:`,
    button: 'Choose a new password',
    note: 'If you did not request it, you can ignore this mail: your password stays the same.',
  }),
  welcome: (siteName) => ({
    subject: `Your account on ${siteName}`,
    lead: `An account on ${siteName}, a site with songs and games for children, was created for you. Please choose a password for it:`,
    button: 'Choose my password',
    note: 'If you did not expect an account, you can ignore this mail.',
  }),
  invitation: (siteName) => ({
    subject: `You are invited to ${siteName}`,
    lead: `You are invited to create an account on ${siteName}, a site with songs and games for children:`,
    button: 'Create my account',
    note: 'If you did not expect this invitation, you can ignore this mail.',
  }),
};

/** Returns the URL of a mail's link. `publicUrl` comes from the settings, never from a request. */
export function linkTo(publicUrl: string, kind: LinkMailKind, token: string): string {
  const { path, parameter } = PAGES[kind];
  const url = new URL(path, publicUrl);
  url.searchParams.set(parameter, token);
  return url.href;
}

/** Returns a mail with a link that contains a token. */
export function composeMail(kind: LinkMailKind, { lifetimeHours, ...content }: MailContent): Mail {
  const { note, ...texts } = WORDS[kind](content.siteName);
  return layOut({
    ...texts,
    ...content,
    note: `The link works once, for ${formatLifetime(lifetimeHours)}. ${note}`,
  });
}

/** Returns the mail that says that an account was deleted. Its link leads to the people who run the site. */
export function composeFarewell({ publicUrl, siteName }: { publicUrl: string; siteName: string }): Mail {
  return layOut({
    siteName,
    subject: 'Your account has been deleted',
    lead: `Your account on ${siteName} has been deleted, with what belonged to it. You can register again with this email at any time.`,
    link: new URL('/for-parents', publicUrl).href,
    button: 'How to reach us',
    note: 'If it was not you who deleted the account, please tell us.',
  });
}

/** Returns the message with which a mail server is tried. */
export function composeTrial({ publicUrl, siteName }: { publicUrl: string; siteName: string }): Mail {
  return layOut({
    siteName,
    subject: `Mails from ${siteName} arrive`,
    lead: `This is a test message. The mail server of ${siteName} works.`,
    link: new URL('/', publicUrl).href,
    button: 'Open the site',
    note: 'If you did not expect this message, you can ignore it.',
  });
}

/** Returns a length of time in words, never longer than it is: `30 minutes`, `one hour`, `24 hours`, `7 days`. */
export function formatLifetime(hours: number): string {
  if (hours === 1) return 'one hour';
  if (hours < 2) return toCount(Math.max(1, Math.floor(hours * 60)), 'minute');
  return hours < 48 ? toCount(Math.floor(hours), 'hour') : toCount(Math.floor(hours / 24), 'day');
}

function toCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
