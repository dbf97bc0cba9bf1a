import { readFileSync } from 'node:fs';

import { DEFAULT_LANGUAGE, type Language } from '@larksong/contracts';
import {
  cataloguePath,
  compileMessage,
  GROUPS,
  listPlaceholders,
  type Group,
  type Message,
  type Token,
} from '@larksong/languages';
import { parsePo, type PoItem } from 'pofile-ts';

import { readItems, tidyCatalogue } from '../texts.ts';

/** A translation with the English message, both as texts. */
export interface Translation {
  language: Language;
  english: string;
  text: string;
}

/** Returns `id (groups)` for each English id that is in two groups: the browser has them in one list. */
export function findRepeatedIds(): string[] {
  const found = GROUPS.flatMap((group) =>
    readItems(DEFAULT_LANGUAGE, group).map(({ msgid }) => ({ msgid, group })),
  );
  return [...Map.groupBy(found, ({ msgid }) => msgid)]
    .filter(([, { length }]) => length > 1)
    .map(([id, places]) => `${id} (${places.map(({ group }) => group).join(', ')})`);
}

/** Returns what is wrong with the messages of a group that are translated. */
export function findBadTranslations(language: Language, group: Group): string[] {
  const english = readTexts(DEFAULT_LANGUAGE, group);
  return readItems(language, group).flatMap((item) => {
    const text = textOf(item);
    const source = english.get(item.msgid);
    if (text === '' || source === undefined) return [];
    const problem = findProblem({ language, english: source, text });
    return problem === undefined ? [] : [`${language}/${group}.po: ${item.msgid} ${problem}`];
  });
}

/** The end of the id of what a button is called, such as `jobs.retry-of` for `jobs.retry` written on it. */
const NAME_OF_BUTTON = /-(?:of|for|named|label|email|letter|device)(?:\.\w+)?$/;

/**
 * Returns the names of buttons without the words that are written on them, by which people call them who speak to their
 * device. Only where English has them in the name.
 */
export function findBadNames(language: Language, group: Group): string[] {
  const english = readTexts(DEFAULT_LANGUAGE, group);
  const texts = readTexts(language, group);
  return [...texts.keys()].filter((id) => {
    const written = id.replace(NAME_OF_BUTTON, '');
    const isName = written !== id && hasWords(english.get(id), english.get(written));
    return isName && !hasWords(texts.get(id), texts.get(written));
  });
}

function readTexts(language: Language, group: Group): Map<string, string> {
  return new Map(readItems(language, group).map((item) => [item.msgid, textOf(item)]));
}

function hasWords(name = '', written: string | undefined): boolean {
  return written !== undefined && name.toLowerCase().includes(written.toLowerCase());
}

/** Returns what a group lacks: messages, those whose English has changed, and the form that `pnpm texts` gives it. */
export function findGaps(language: Language, group: Group): string[] {
  const place = `${language}/${group}.po`;
  const items = new Map(readItems(language, group).map((item) => [item.msgid, item]));
  const english = new Set(readItems(DEFAULT_LANGUAGE, group).map(({ msgid }) => msgid));
  const unknown = [...items.keys()].filter((id) => !english.has(id));
  const missing = [...english].filter((id) => textOf(items.get(id)) === '');
  const fuzzy = parsePo(tidyCatalogue(language, group)).items.filter(({ flags }) => flags['fuzzy']);
  const isTidy = readFileSync(cataloguePath(language, group), 'utf8') === tidyCatalogue(language, group);
  return [
    ...unknown.map((id) => `${place}: ${id} is not in English`),
    ...missing.map((id) => `${place}: ${id} is missing`),
    ...fuzzy.map(({ msgid }) => `${place}: the English of ${msgid} has changed`),
    ...(isTidy ? [] : [`${place}: run "pnpm texts"`]),
  ];
}

/** French puts a space before these marks; at a plain one, a line would begin with the mark. */
const BREAKABLE_FRENCH = /\S [:;!?»]|« /;

/** Returns what is wrong with a translation; undefined if nothing is. */
export function findProblem({ language, english, text }: Translation): string | undefined {
  try {
    const message = compileMessage(text);
    const source = compileMessage(english);
    const [used, wanted] = [listPlaceholders(message).join(), listPlaceholders(source).join()];
    if (used !== wanted) return `has {${used}} instead of {${wanted}}`;
    if (language === 'fr' && BREAKABLE_FRENCH.test(text)) return 'needs a no-break space at its punctuation';
    return findCaseProblem(language, { message, source });
  } catch (error) {
    return `is no message: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns which case is missing, or is not one of English. */
function findCaseProblem(
  language: Language,
  { message, source }: { message: Message; source: Message },
): string | undefined {
  const options = new Map(listChoices(source).map(({ name, type, cases }) => [`${name} ${type}`, cases]));
  return listChoices(message)
    .map(({ name, type, cases }) => {
      const needed = type === 'select' ? (options.get(`${name} ${type}`) ?? []) : formsOf(language, type);
      const missing = needed.filter((one) => !cases.includes(one));
      const added = type === 'select' ? cases.filter((one) => !needed.includes(one)) : [];
      if (missing.length > 0) return `lacks the case ${missing.join(', ')} of {${name}}`;
      return added.length > 0 ? `has the unknown case ${added.join(', ')} of {${name}}` : undefined;
    })
    .find((problem) => problem !== undefined);
}

function formsOf(language: Language, type: string): string[] {
  const rules = new Intl.PluralRules(language, { type: type === 'plural' ? 'cardinal' : 'ordinal' });
  return rules.resolvedOptions().pluralCategories;
}

interface Choice {
  name: string;
  type: string;
  cases: string[];
}

/** Returns the choices of a message, also those inside others. */
function listChoices(message: Message): Choice[] {
  if (typeof message === 'string') return [];
  return message.flatMap((token: Token): Choice[] => {
    if (typeof token === 'string') return [];
    const [name, type = '', cases] = token;
    if (!cases) return [];
    return [{ name, type, cases: Object.keys(cases) }, ...Object.values(cases).flatMap(listChoices)];
  });
}

function textOf(item: PoItem | undefined): string {
  return item?.msgstr[0] ?? '';
}
