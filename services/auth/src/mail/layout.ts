import { directionOf } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

import { MARK_CID } from './mark.ts';

export interface Mail {
  subject: string;
  link: string;
  text: string;
  html: string;
}

/** A part of a line: a text in the language of the mail, or one in English that is not known in that language. */
export type Part = string | { english: string };
export type Line = string | readonly Part[];

/** The parts of a mail from top to bottom. */
interface MailParts {
  /** The name of the site, at the top. */
  siteName: string;
  subject: string;
  /** The name in the greeting; undefined for recipients without an account. */
  name?: string | undefined;
  lead: Line;
  /** Lines below the lead, each group under its own sentence. */
  groups?: readonly LineGroup[];
  link: string;
  button: string;
  note: string;
}

export interface LineGroup {
  sentence: string;
  lines: readonly Line[];
}

/** Returns a mail as plain text and HTML, with user input escaped. */
export function layOut({ name, ...parts }: MailParts, t: Translate): Mail {
  const greeting = name === undefined ? t('mail.greeting') : t('mail.greeting-by-name', { name });
  const { subject, lead, groups = [], link, note } = parts;
  const paragraphs = [
    greeting,
    toText(lead),
    ...groups.map(({ sentence, lines }) =>
      [sentence, ...lines.map((line) => `- ${toText(line)}`)].join('\n'),
    ),
    link,
    note,
  ];
  return {
    subject,
    link,
    text: `${paragraphs.join('\n\n')}\n`,
    html: toHtml({ ...parts, greeting, groups }, t),
  };
}

/**
 * The colours of web/src/styles/tokens.css. Programs that support neither the style sheet nor dark mail show the light
 * ones of the attributes.
 */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #0d212a !important; color: #edf5f3 !important }
.tile { background: #17343f !important }
.muted { color: #a9c1c3 !important }
.button { background: #74d3d6 !important; color: #06292f !important }
.link { color: #74d3d6 !important }
}`;
const FONT = "'Lexend Variable',Lexend,ui-rounded,system-ui,sans-serif";

function toHtml(
  parts: Omit<MailParts, 'name'> & { greeting: string; groups: readonly LineGroup[] },
  t: Translate,
): string {
  const link = escapeHtml(parts.link);
  const muted = 'class="muted" style="margin:16px 0 0;font-size:14px;color:#47636a;overflow-wrap:anywhere"';
  return `<!doctype html>
<html lang="${t.language}" dir="${directionOf(t.language)}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px 16px;background:#f5f8f5;color:#12323a;font:16px/1.5 ${FONT}">
<div style="max-width:32rem;margin:0 auto">
<p dir="auto" style="margin:0 0 16px;font-size:22px;font-weight:650;overflow-wrap:anywhere"><img src="cid:${MARK_CID}" alt="" width="48" height="48" style="vertical-align:middle;margin-inline-end:12px">${escapeHtml(parts.siteName)}</p>
<div class="tile" style="padding:24px;background:#ffffff;border-radius:20px;overflow-wrap:anywhere">
<p style="margin:0 0 16px">${escapeHtml(parts.greeting)}</p>
<p style="margin:0 0 16px">${toMarkup(parts.lead)}</p>
${parts.groups.map(toList).join('')}<p style="margin:24px 0"><a class="button" href="${link}" style="display:inline-block;padding:12px 24px;background:#0b6672;color:#ffffff;border-radius:14px;font-weight:500;text-decoration:none">${escapeHtml(parts.button)}</a></p>
<p ${muted}>${escapeHtml(t('mail.copy-address'))}<br><a class="link" href="${link}" style="color:#0b6672">${link}</a></p>
<p ${muted}>${escapeHtml(parts.note)}</p>
</div>
</div>
</body>
</html>
`;
}

function toList({ sentence, lines }: LineGroup): string {
  const items = lines.map((line) => `<li>${toMarkup(line)}</li>\n`).join('');
  return `<p style="margin:0 0 4px">${escapeHtml(sentence)}</p>\n<ul style="margin:0 0 16px;padding-inline-start:24px">\n${items}</ul>\n`;
}

function toText(line: Line): string {
  if (typeof line === 'string') return line;
  return line.map((part) => (typeof part === 'string' ? part : part.english)).join('');
}

function toMarkup(line: Line): string {
  if (typeof line === 'string') return escapeHtml(line);
  return line
    .map((part) =>
      typeof part === 'string'
        ? escapeHtml(part)
        : `<span lang="en" dir="ltr">${escapeHtml(part.english)}</span>`,
    )
    .join('');
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
