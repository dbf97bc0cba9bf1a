import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_LANGUAGE } from '@larksong/contracts';
import { readCatalogue, type Catalogue, type Group } from '@larksong/languages';

const SOURCES = join(import.meta.dirname, '../src');
const LITERAL = /(['"])([a-z][\w-]*(?:\.[\w-]+)+)\1/g;
/** The beginning of an id whose rest is known only while the page runs. */
const BEGINNING = /`([a-z][\w-]*\.[\w.-]*)\$\{/g;

/**
 * Returns a short name for each id of a message that stands as such in the code. Ids are for people; in the built client
 * they are a third of all messages. No id is also the text of anything else (`tools/texts.test.ts`).
 */
export function createShortIds(groups: readonly Group[]): ReadonlyMap<string, string> {
  const code = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n');
  const literals = new Set(Array.from(code.matchAll(LITERAL), ([, , id]) => id));
  const beginnings = Array.from(code.matchAll(BEGINNING), ([, beginning = '']) => beginning);
  const ids = groups.flatMap((group) => Object.keys(readCatalogue(DEFAULT_LANGUAGE, group)));
  const short = [...new Set(ids)]
    .filter((id) => literals.has(id) && !beginnings.some((beginning) => id.startsWith(beginning)))
    .toSorted();
  return new Map(short.map((id, index) => [id, index.toString(36)]));
}

/** Returns code in which the ids have their short names. */
export function shortenIds(code: string, ids: ReadonlyMap<string, string>): string {
  return code.replaceAll(LITERAL, (all, quote: string, id: string) => {
    const name = ids.get(id);
    return name === undefined ? all : quote + name + quote;
  });
}

/** Returns a catalogue by the short names of its messages. */
export function shortenCatalogue(catalogue: Catalogue, ids: ReadonlyMap<string, string>): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [ids.get(id) ?? id, message]));
}
