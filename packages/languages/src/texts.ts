import type { Language } from '@larksong/contracts';

import { formatMessage, type Catalogue, type Values } from './format-message.ts';
import type { Group } from './groups.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Returns a message with its values. */
export interface Translate {
  (id: string, values?: Values): string;
  language: Language;
}

/** Returns a function that returns the messages of a group in a language, for servers. Reads each language once. */
export function createTexts(group: Group): (language: Language) => Translate {
  const catalogues = new Map<Language, Catalogue>();
  return (language) => {
    const catalogue = catalogues.get(language) ?? readCatalogue(language, group);
    catalogues.set(language, catalogue);
    return Object.assign(
      (id: string, values: Values = {}) => formatMessage(catalogue[id] ?? id, values, language),
      { language },
    );
  };
}
