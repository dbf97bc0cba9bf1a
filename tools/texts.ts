import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@larksong/contracts';
import { listSentences } from '@larksong/contracts/sentences';
import { cataloguePath, GROUPS, type Group } from '@larksong/languages';
import { createItem, parsePo, stringifyPo, type PoItem } from 'pofile-ts';

/** The languages that lack no message, which tests check. */
export const COMPLETE_LANGUAGES: readonly Language[] = LANGUAGES;

/** Before the English message that was translated. */
const SOURCE = 'English: ';

/** Returns the PO file of a group as it should be: with the messages of `tidyItems`. */
export function tidyCatalogue(language: Language, group: Group): string {
  const english = listEnglish(group);
  const translated = language === DEFAULT_LANGUAGE ? english : readItems(language, group);
  const items = tidyItems(language, { english, translated });
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' };
  return `${stringifyPo({ headers, headerOrder: Object.keys(headers), items }, { foldLength: 0 }).trimEnd()}\n`;
}

/**
 * Returns the messages of English, sorted by id, with the comments for translators; those that are not translated yet are
 * empty, and those whose English has changed since are marked as fuzzy.
 */
export function tidyItems(
  language: Language,
  { english, translated }: { english: readonly PoItem[]; translated: readonly PoItem[] },
): PoItem[] {
  const known = new Map(translated.map((item) => [item.msgid, item]));
  return english
    .toSorted((a, b) => (a.msgid < b.msgid ? -1 : 1))
    .map(({ msgid, msgstr: [text = ''], extractedComments }) => {
      const item = known.get(msgid);
      const { comments = [], flags = {}, msgstr = [''] } = item ?? {};
      // Translators see the English message above their own.
      const source = `${SOURCE}${text}`.replaceAll('\n', ' ').trimEnd();
      return Object.assign(createItem(), {
        msgid,
        msgstr,
        comments,
        flags: hasOtherSource(item, source) ? { ...flags, fuzzy: true } : flags,
        extractedComments: [...extractedComments, ...(language === DEFAULT_LANGUAGE ? [] : [source])],
      });
    });
}

/** Returns the English messages; the sentences of servers come from the lists of the contracts. */
function listEnglish(group: Group): PoItem[] {
  const items = readItems(DEFAULT_LANGUAGE, group);
  if (group !== 'findings' && group !== 'failures') return items;
  const listed = Object.entries(listSentences()[group]).map(([msgid, message]) => {
    const { extractedComments = [] } = items.find((item) => item.msgid === msgid) ?? {};
    return Object.assign(createItem(), { msgid, msgstr: [message], extractedComments });
  });
  const others = items.filter(({ msgid }) => group !== 'failures' && !msgid.startsWith('findings.'));
  return [...others, ...listed];
}

/** Returns whether a message was translated from another English one. */
function hasOtherSource(item: PoItem | undefined, source: string): boolean {
  const known = item?.extractedComments.find((comment) => comment.startsWith(SOURCE));
  return item?.msgstr[0] !== '' && known !== undefined && known !== source;
}

/** Returns the messages of a PO file; none if it does not exist. */
export function readItems(language: Language, group: Group): PoItem[] {
  const path = cataloguePath(language, group);
  return existsSync(path) ? parsePo(readFileSync(path, 'utf8')).items : [];
}

if (import.meta.main)
  for (const language of LANGUAGES)
    for (const group of GROUPS) {
      const path = cataloguePath(language, group);
      const content = tidyCatalogue(language, group); // read before it is written
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
