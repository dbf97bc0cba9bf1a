import { isBlank } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { findNearest } from '../search/near-words.ts';
import { findStems, listSimilarWords } from '../search/store.ts';
import {
  allOf,
  anyOf,
  countedWords,
  exactly,
  inLanguages,
  toWordParts,
  whereStopWord,
  type SoughtWord,
} from '../search/text-query.ts';
import { isCorrectable, toWords } from '../search/words.ts';
import { listHits } from './list-hits.ts';
import type { ListPosition, Selection } from './store.ts';

export interface Search extends Omit<Selection, 'query'> {
  /** The text that the user typed. Blank text matches every video; text without letters and digits matches none. */
  text: string;
  /** Tags and letters as terms; a video must have all of them. */
  terms: string[];
  /** Time limit for finding similar words; without them, a search finds nothing. */
  correctionMs: number;
}

/** Returns whether a list is a search, which can cost much more than the beginning of a list. */
export function isSearch({ text, terms }: Pick<Search, 'text' | 'terms'>): boolean {
  return terms.length > 0 || !isBlank(text);
}

/**
 * Returns the first hits that have all terms and all words. If no video has the words, returns those with similar words.
 */
export async function findVideos(db: Db, search: Search): Promise<ListPosition[]> {
  const words = toWords(search.text);
  const termParts = search.terms.map(exactly);
  if (isBlank(search.text)) return listHits(db, { ...search, query: allOf(termParts) });
  if (words.length === 0) return [];
  const sought = await findStems(db, words, search.text);
  const query = allOf([...termParts, ...toWordParts(sought)]);
  const hits = await listHits(db, { ...search, query });
  if (hits.length > 0) return hits;
  // The last page of a list that had exact hits must not be followed by corrected ones.
  if (search.after && (await listHits(db, { ...search, query, after: null, limit: 1 })).length > 0) return [];
  const corrected = await findCorrectedParts(db, sought, search);
  return corrected ? listHits(db, { ...search, query: allOf([...termParts, ...corrected]) }) : [];
}

/**
 * Returns query parts of the known words similar to each word, the word itself included; null if none is similar to any,
 * or if finding them takes too long.
 */
async function findCorrectedParts(
  db: Db,
  words: SoughtWord[],
  { text, correctionMs }: Pick<Search, 'text' | 'correctionMs'>,
): Promise<string[] | null> {
  const counted = countedWords(words).filter(({ stem }) => stem !== null);
  const typed = counted.map(({ word }) => word);
  const similar = await listSimilarWords(db, typed.filter(isCorrectable), correctionMs);
  const nearby = new Map(typed.map((word) => [word, findNearest(word, similar?.get(word) ?? [])]));
  if ([...nearby].every(([word, near]) => near.every((one) => one === word))) return null;
  const alternatives = typed.map((word) => [...new Set([word, ...(nearby.get(word) ?? [])])]);
  const known = new Map((await findStems(db, alternatives.flat(), text)).map((one) => [one.word, one]));
  return counted.map((sought, index) => {
    const parts = (alternatives[index] ?? []).flatMap((word) => {
      const one = known.get(word) ?? { word, stem: null, stems: {}, known: [] };
      return [exactly(word), exactly(one.stem ?? word), ...inLanguages(one)];
    });
    return anyOf([...new Set([...parts, ...whereStopWord(sought, counted)])]);
  });
}
