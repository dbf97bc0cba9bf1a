import { isBlank } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { findNearest } from '../search/near-words.ts';
import { findStems, listSimilarWords } from '../search/store.ts';
import { allOf, anyOf, exactly, toWordParts } from '../search/text-query.ts';
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
  const query = allOf([...termParts, ...toWordParts(await findStems(db, words))]);
  const hits = await listHits(db, { ...search, query });
  if (hits.length > 0) return hits;
  // The last page of a list that had exact hits must not be followed by corrected ones.
  if (search.after && (await listHits(db, { ...search, query, after: null, limit: 1 })).length > 0) return [];
  const corrected = await findCorrectedParts(db, words, search.correctionMs);
  return corrected ? listHits(db, { ...search, query: allOf([...termParts, ...corrected]) }) : [];
}

/**
 * Returns query parts of the known words similar to each word, the word itself included; null if none is similar to any,
 * or if finding them takes too long.
 */
async function findCorrectedParts(db: Db, words: string[], limitMs: number): Promise<string[] | null> {
  const telling = (await findStems(db, words)).filter(({ stem }) => stem !== null).map(({ word }) => word);
  const similar = await listSimilarWords(db, telling.filter(isCorrectable), limitMs);
  const nearby = telling.map((word) => findNearest(word, similar?.get(word) ?? []));
  if (nearby.every((near, index) => near.every((word) => word === telling[index]))) return null;
  const alternatives = telling.map((word, index) => [...new Set([word, ...(nearby[index] ?? [])])]);
  const stems = new Map((await findStems(db, alternatives.flat())).map(({ word, stem }) => [word, stem]));
  return alternatives.map((some) =>
    anyOf(some.flatMap((word) => [...new Set([word, stems.get(word) ?? word])].map(exactly))),
  );
}
