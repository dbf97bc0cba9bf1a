import type { LinkMailKind } from '../db/tables.ts';

/** The variable parts of a mail. */
interface MailContent {
  /** An absolute URL of this site with the token. */
  link: string;
  /** The name in the greeting; undefined for recipients without an account. */
  name?: string | undefined;
}

export interface Mail {
  subject: string;
  link: string;
  text: string;
  html: string;
}

/** The page of the web client to which each mail links, and its parameter for the token. */
const PAGES: Record<LinkMailKind, { path: string; parameter: string }> = {
  'verify-email': { path: '/verify-email', parameter: 'token' },
  'reset-password': { path: '/reset-password', parameter: 'token' },
  invitation: { path: '/register', parameter: 'invite' },
};

interface MailTexts {
  subject: string;
  lead: string;
  button: string;
  note: string;
}

const WORDS: Record<LinkMailKind, MailTexts> = {
  'verify-email': {
    subject: 'Please confirm your email',
    lead: 'Welcome to Larksong! Please confirm that this is your email:',
    button: 'Confirm my email',
    note: 'The link works once, for 24 hours. If you did not create an account, you can ignore this mail.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    lead: 'Someone, probably you, requested a new password for your Larksong account:',
    button: 'Choose a new password',
    note: 'The link works once, for one hour. If you did not request it, you can ignore this mail: your password stays the same.',
  },
  invitation: {
    subject: 'You are invited to Larksong',
    lead: 'You are invited to create an account on Larksong, a site with songs and games for children:',
    button: 'Create my account',
    note: 'The link works once, for 7 days. If you did not expect this invitation, you can ignore this mail.',
  },
};

/** Returns the URL of a mail's link. `publicUrl` comes from the settings, never from a request. */
export function linkTo(publicUrl: string, kind: LinkMailKind, token: string): string {
  const { path, parameter } = PAGES[kind];
  const url = new URL(path, publicUrl);
  url.searchParams.set(parameter, token);
  return url.href;
}

/** Returns a mail with a link that contains a token. */
export function composeMail(kind: LinkMailKind, content: MailContent): Mail {
  return layOut({ ...WORDS[kind], ...content });
}

/** Returns a mail as plain text and HTML, with user input escaped. */
export function layOut({ subject, lead, button, note, link, name }: MailTexts & MailContent): Mail {
  const greeting = name === undefined ? 'Hello,' : `Hello ${name},`;
  return {
    subject,
    link,
    text: `${greeting}\n\n${lead}\n\n${link}\n\n${note}\n`,
    html: toHtml({ greeting, lead, link, button, note }),
  };
}

function toHtml(part: {
  greeting: string;
  lead: string;
  link: string;
  button: string;
  note: string;
}): string {
  const link = escapeHtml(part.link);
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f6f4ef;color:#1f2430;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:32rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p>${escapeHtml(part.greeting)}</p>
<p>${escapeHtml(part.lead)}</p>
<p><a href="${link}" style="display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:8px;text-decoration:none">${escapeHtml(part.button)}</a></p>
<p style="font-size:14px;color:#555b6a">Or copy this address into your browser:<br>${link}</p>
<p style="font-size:14px;color:#555b6a">${escapeHtml(part.note)}</p>
</div>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
