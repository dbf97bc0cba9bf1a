import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@larksong/contracts';
import { cataloguePath, GROUPS, type Group } from '@larksong/languages';
import { createItem, parsePo, stringifyPo, type PoItem } from 'pofile-ts';

/**
 * Returns the PO file of a group as it should be: the messages of the English one, sorted by id, with the comments for
 * translators; those that are not translated yet are empty.
 */
export function tidyCatalogue(language: Language, group: Group): string {
  const translated = new Map(readItems(language, group).map((item) => [item.msgid, item]));
  const items = readItems(DEFAULT_LANGUAGE, group)
    .toSorted((a, b) => (a.msgid < b.msgid ? -1 : 1))
    .map((english) => {
      const { comments = [], flags = {}, msgstr = [''] } = translated.get(english.msgid) ?? {};
      // Translators see the English message above their own.
      const source = language === DEFAULT_LANGUAGE ? [] : [`English: ${english.msgstr[0] ?? ''}`];
      const notes = english.extractedComments.filter((comment) => !comment.startsWith('English: '));
      return Object.assign(createItem(), {
        msgid: english.msgid,
        msgstr,
        comments,
        flags,
        extractedComments: [...notes, ...source.map((line) => line.replaceAll('\n', ' '))],
      });
    });
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' };
  return `${stringifyPo({ headers, headerOrder: Object.keys(headers), items }, { foldLength: 0 }).trimEnd()}\n`;
}

function readItems(language: Language, group: Group): PoItem[] {
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
