import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DEFAULT_LANGUAGE, type Language } from '@larksong/contracts';
import { parsePo } from 'pofile-ts';

import { compileMessage } from './compile-message.ts';
import type { Catalogue } from './format-message.ts';
import { listContents, type Group } from './groups.ts';

/** The folder of the PO files, which is next to the program of a service once that is bundled. */
const LOCALES = ['locales', '../locales']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** Returns the path of a PO file. */
export function cataloguePath(language: Language, group: Group): string {
  return join(LOCALES ?? 'locales', language, `${group}.po`);
}

/** Returns the files from which `readCatalogue` reads. */
export function listSources(language: Language, group: Group): string[] {
  return [...new Set([DEFAULT_LANGUAGE, language])].flatMap((from) =>
    listContents(group).map((name) => cataloguePath(from, name)),
  );
}

/** Returns the compiled messages of a group; in English where a language has none. Throws if one is no ICU message. */
export function readCatalogue(language: Language, group: Group): Catalogue {
  const texts: Record<string, string> = Object.assign({}, ...listSources(language, group).map(readTexts));
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      try {
        return [id, compileMessage(text)];
      } catch (cause) {
        throw new Error(`${language}/${group}.po: ${id} is not a message.`, { cause });
      }
    }),
  );
}

/** Returns the translated texts of a PO file by their ids. */
export function readTexts(path: string): Record<string, string> {
  const { items } = parsePo(readFileSync(path, 'utf8'));
  return Object.fromEntries(
    items
      .filter(({ obsolete, msgstr }) => !obsolete && msgstr[0])
      .map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']),
  );
}
