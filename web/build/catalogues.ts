import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';

import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '@larksong/contracts';
import {
  CLIENT_CATALOGUES,
  CLIENT_GROUPS,
  listSources,
  readCatalogue as read,
  type Catalogue,
  type Group,
  type Message,
} from '@larksong/languages';
import type { Plugin } from 'vite';

import { createShortIds, shortenCatalogue, shortenIds } from './short-ids.ts';
import { NEST_TEXT_GROUPS } from '../src/nest-text-groups.ts';
import { TEXT_GROUPS } from '../src/text-groups.ts';
import { toPseudo } from './pseudo.ts';

/** A few sentences in all languages: they offer a language before its catalogue is loaded. */
const OFFERS = 'virtual:language-offers';

const OWN_CODE = /\/web\/src\/.*\.tsx?$/;
const PO_FILE = /\/locales\/[^/]+\/[^/]+\.po$/;

/**
 * Turns the PO files of `@larksong/languages` into modules with compiled messages, and writes `catalogues.json`: the file
 * that each page needs in each language. The gateway names it in the page.
 */
export function catalogues(): Plugin {
  let isBuild = false;
  let ids: ReadonlyMap<string, string> | undefined;
  const shortIds = () => (ids ??= createShortIds(CLIENT_GROUPS));
  return {
    name: 'larksong:catalogues',
    enforce: 'pre',
    resolveId: (id) => (id === OFFERS ? `\0${OFFERS}` : undefined),
    load(id) {
      if (id === `\0${OFFERS}`) return `export default ${JSON.stringify(readOffers())};`;
      if (!PO_FILE.test(id)) return undefined;
      const { language, group } = parsePath(id);
      for (const source of listSources(language, group)) this.addWatchFile(source);
      return `export default ${JSON.stringify(readCatalogue(language, group))};`;
    },
    // Only in the built client; tests and the development server read the catalogues by their ids.
    transform(code, id) {
      if (!isBuild || !OWN_CODE.test(id)) return undefined;
      return { code: shortenIds(code, shortIds()), map: null };
    },
    configResolved({ command, build }) {
      isBuild = command === 'build' && build.ssr === false;
    },
    config(_, { mode }) {
      isPseudo = mode === 'pseudo';
      version = hashMessages();
      return { define: { TEXTS_VERSION: JSON.stringify(version) } };
    },
    generateBundle() {
      for (const { fileName, source } of listFiles(shortIds()))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Returns the catalogues as modules, and their list. The client knows their names, so they are not part of its modules. */
function listFiles(ids: ReadonlyMap<string, string>): { fileName: string; source: string }[] {
  const modules = LANGUAGES.flatMap((language) =>
    CLIENT_CATALOGUES.map((group) => ({
      fileName: fileNameOf(group, language),
      source: `export default ${JSON.stringify(shortenCatalogue(readCatalogue(language, group), ids))};`,
    })),
  );
  const ofPages = Object.entries({ ...TEXT_GROUPS, ...NEST_TEXT_GROUPS }).map(([path, group]) => [
    path,
    Object.fromEntries(LANGUAGES.map((language) => [language, `/${fileNameOf(group, language)}`])),
  ]);
  return [...modules, { fileName: 'catalogues.json', source: JSON.stringify(Object.fromEntries(ofPages)) }];
}

/** Whether English is a pseudo-language, for checks: `vite build --mode pseudo`. */
let isPseudo = false;

function readCatalogue(language: Language, group: Group): Catalogue {
  const catalogue = read(language, group);
  return isPseudo && language === DEFAULT_LANGUAGE ? toPseudo(catalogue) : catalogue;
}

/** Changes with any message. */
function hashMessages(): string {
  const hash = createHash('sha256');
  for (const language of LANGUAGES)
    for (const group of CLIENT_CATALOGUES) hash.update(JSON.stringify(readCatalogue(language, group)));
  return hash.digest('base64url').slice(0, 10);
}

let version = '';

function fileNameOf(group: Group, language: Language): string {
  return `assets/texts-${group}-${language}-${version}.js`;
}

function readOffers(): Record<string, { also: Message | undefined; change: Message | undefined }> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const shell = readCatalogue(language, 'shell');
      return [language, { also: shell['offer.also'], change: shell['offer.change'] }];
    }),
  );
}

function parsePath(path: string): { language: Language; group: Group } {
  const language = basename(dirname(path));
  const group = basename(path, '.po');
  if (!isLanguage(language)) throw new Error(`${path} is in no folder of a language.`);
  return { language, group: group as Group }; // the files are named by their groups
}
