import { basename, dirname } from 'node:path';

import { isLanguage, LANGUAGES, type Language } from '@larksong/contracts';
import { isScreenGroup, listSources, readCatalogue, type Group, type Message } from '@larksong/languages';
import type { Plugin } from 'vite';

import { TEXT_GROUPS } from '../src/text-groups.ts';

/** A few sentences in all languages: they offer a language before its catalogue is loaded. */
const OFFERS = 'virtual:language-offers';

const PO_FILE = /\/locales\/[^/]+\/[^/]+\.po$/;

/**
 * Turns the PO files of `@larksong/languages` into modules with compiled messages, and writes `catalogues.json`: the file
 * that each page needs in each language. The gateway names it in the page.
 */
export function catalogues(): Plugin {
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
    generateBundle(_, bundle) {
      const files: Record<string, Partial<Record<Language, string>>> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !PO_FILE.test(chunk.facadeModuleId ?? '')) continue;
        const { language, group } = parsePath(chunk.facadeModuleId ?? '');
        for (const [path, ofPage] of Object.entries(TEXT_GROUPS))
          if (ofPage === group) files[path] = { ...files[path], [language]: `/${chunk.fileName}` };
      }
      this.emitFile({ type: 'asset', fileName: 'catalogues.json', source: JSON.stringify(files) });
    },
  };
}

function readOffers(): Record<string, { also: Message | undefined; change: Message | undefined }> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const shell = readCatalogue(language, 'shell');
      return [language, { also: shell['offer.also'], change: shell['offer.change'] }];
    }),
  );
}

/** Returns the pattern of a chunk's file name, in which catalogues have their language. */
export function chunkFileName(facade: string | null): string {
  if (!PO_FILE.test(facade ?? '')) return 'assets/[name]-[hash].js';
  const { language, group } = parsePath(facade ?? '');
  return `assets/texts-${group}-${language}-[hash].js`;
}

function parsePath(path: string): { language: Language; group: Group } {
  const language = basename(dirname(path));
  const group = basename(path, '.po');
  if (!isLanguage(language)) throw new Error(`${path} is in no folder of a language.`);
  return { language, group: group as Group }; // the files are named by their groups
}
