import type { Language } from '@larksong/contracts';
import {
  CLIENT_CATALOGUES,
  formatMessage,
  readCatalogue,
  type Catalogue,
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
