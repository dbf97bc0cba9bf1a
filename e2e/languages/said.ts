import { LANGUAGES, type Language } from '@larksong/contracts';
import {
  CLIENT_CATALOGUES,
  formatMessage,
  readCatalogue,
  type Catalogue,
  type Message,
  type Values,
} from '@larksong/languages';
import type { Page } from 'playwright-core';

import { toPseudo } from '../../web/build/pseudo.ts';

/** A language of the interface, or one that is made from English: 40 % longer, with accents and brackets. */
export type Shown = Language | 'pseudo';

/** Returns the language in which the site is asked for its pages. */
export const languageOf = (shown: Shown): Language => (shown === 'pseudo' ? 'en' : shown);

/** Returns a message as the pages show it. */
export type Say = (id: string, values?: Values) => string;

/** Returns the messages of all pages in a language. Throws for a message that no page has. */
export function createSay(shown: Shown): Say {
  const language = languageOf(shown);
  const english: Catalogue = Object.assign(
    {},
    ...CLIENT_CATALOGUES.map((group) => readCatalogue(language, group)),
  );
  const catalogue = shown === 'pseudo' ? toPseudo(english) : english;
  return (id, values = {}) => {
    const message = catalogue[id];
    if (message === undefined) throw new Error(`No page has the message ${id}.`);
    return formatMessage(message, values, language);
  };
}

/** The catalogues in English, which are modules of one object. */
const CATALOGUE = /\/assets\/texts-[a-z-]+-en-[\w-]+\.js$/;
const BEFORE = 'export default ';

/** Has a page load the pseudo-language instead of English. */
export async function replaceEnglish(page: Page): Promise<void> {
  await page.route(CATALOGUE, async (route) => {
    const text = await (await route.fetch()).text();
    const messages = JSON.parse(text.slice(BEFORE.length, text.lastIndexOf(';'))) as Catalogue; // as the build writes it
    const body = `${BEFORE}${JSON.stringify(toPseudo(messages))};`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
}

/**
 * Shows the layout that languages other than English have: their buttons may break into lines. The pseudo-language arrives
 * as English.
 */
export async function leaveEnglish(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.lang = 'eo'));
}

/** Returns what is in English in the pseudo-language, too, since no message of the pages says it. */
export function listEnglishWords(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return [...listServerWords(), ...LANGUAGES.map((language) => names.of(language) ?? language)];
}

/** Servers say it in English, and the pages show it as it arrives. */
function listServerWords(): string[] {
  const catalogues = (['failures', 'findings'] as const).map((group) => readCatalogue('en', group));
  return catalogues
    .flatMap((catalogue) => Object.values(catalogue).flatMap(toWords))
    .filter((words) => words.includes(' '));
}

function toWords(message: Message): string[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((token) =>
    typeof token === 'string' ? [token.trim()] : Object.values(token[2] ?? {}).flatMap(toWords),
  );
}
