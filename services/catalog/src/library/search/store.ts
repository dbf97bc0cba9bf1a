import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import { maxEdits, swapsOf } from './near-words.ts';
import type { SoughtWord } from './text-query.ts';
import { isCorrectable, toTagTerm, toWords } from './words.ts';

/** Limits the number of comparisons; rarely reached among 50,000 known words. */
const MAX_CANDIDATES = 500;

/**
 * Writes the search document of a video: the words of title, description and tags, each as it is and as its English
 * stem, and its tags as whole terms; a trigger adds its letters. Must be called in every transaction that changes one of
 * them.
 */
export async function saveDocument(trx: Trx, videoId: string): Promise<void> {
  const { rows } = await sql<{ title: string; description: string; tags: catalog.Tag[] }>`
    select title, description, coalesce((
      select json_agg(json_build_object('tagType', tag_type, 'tagValue', tag_value))
      from video_tags where video_id = videos.id
    ), '[]') as tags
    from videos where id = ${videoId}`.execute(trx);
  const [video] = rows;
  if (!video) return;
  const words = toWords(
    [video.title, video.description, ...video.tags.map((tag) => tag.tagValue)].join('\n'),
  );
  await sql`
    update listings set document = array_to_tsvector(array(
      select unnest(${words}::text[])
      union select unnest(ts_lexize('english_stem', word)) from unnest(${words}::text[]) as word
      union select unnest(${video.tags.map(toTagTerm)}::text[])
    ))
    where video_id = ${videoId}`.execute(trx);
  await saveWords(trx, words);
}

/** Saves words in sorted order, so that two uploads with the same new words cannot deadlock. */
async function saveWords(trx: Trx, words: string[]): Promise<void> {
  const known = words.filter(isCorrectable).toSorted();
  await sql`
    insert into search_words (word) select unnest(${known}::text[])
    on conflict do nothing`.execute(trx);
}

/** Each word costs two index look-ups. */
const WORDS_AT_ONCE = 200;

/**
 * Deletes known words that no document contains. A word that a video receives at the same moment may be lost as
 * well; the next video that contains it restores it.
 */
export async function deleteUnusedWords(db: Db, signal?: AbortSignal): Promise<void> {
  for (let last: string | null = ''; last !== null && !signal?.aborted;)
    last = await deleteUnusedWordsAfter(db, last);
}

/** Checks a batch of words in their order and returns the last of them; null at the end. */
async function deleteUnusedWordsAfter(db: Db, after: string): Promise<string | null> {
  const hasIt = sql`document @@ quote_literal(word)::tsquery`;
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select word from search_words where word > ${after} order by word limit ${WORDS_AT_ONCE}
    ), deleted as (
      delete from search_words where word in (select word from batch)
        and not exists (select from listings where audience is not null and ${hasIt})
        and not exists (select from listings where audience is null and ${hasIt})
    )
    select max(word) as last from batch`.execute(db);
  return rows[0]?.last ?? null;
}

/** Returns ids of videos without a document: those created before documents existed. */
export async function listWithoutDocument(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ video_id: string }>`
    select video_id from listings where document is null limit ${limit}`.execute(db);
  return rows.map((row) => row.video_id);
}

/** Returns the English stem of each word, in their order; null for a stop word or one without a stem. */
export async function findStems(db: Db, words: string[]): Promise<SoughtWord[]> {
  const { rows } = await sql<SoughtWord>`
    select word, (ts_lexize('english_stem', word))[1] as stem
    from unnest(${words}::text[]) with ordinality as sought (word, position)
    order by position`.execute(db);
  return rows;
}

/**
 * Returns the minimum trigram similarity (pg_trgm) for candidates. All short words within one edit reach it, except
 * those with swapped letters; words of three letters share one of seven trigrams.
 */
function minSimilarity(word: string): number {
  return word.length <= 3 ? 0.14 : 0.2;
}

/**
 * Returns known words similar to a word: first those with two letters swapped, since short ones have hardly any trigram
 * in common with it, then the most similar.
 */
export async function listSimilarWords(trx: Trx, word: string): Promise<string[]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity(word))}, true)`.execute(
    trx,
  );
  const isSwap = sql`word = any(${swapsOf(word)}::text[])`;
  const { rows } = await sql<{ word: string }>`
    select word from search_words
    where ${isSwap} or (word % ${word} and abs(length(word) - length(${word})) <= ${maxEdits(word)})
    order by ${isSwap} desc, similarity(word, ${word}) desc, word
    limit ${MAX_CANDIDATES}`.execute(trx);
  return rows.map((row) => row.word);
}
