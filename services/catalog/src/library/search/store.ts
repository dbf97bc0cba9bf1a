import type { catalog, Language } from '@larksong/contracts';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import { STEMMED_LANGUAGES, stemmerOf, withoutAffixes } from './dictionaries.ts';
import { maxEdits, swapsOf } from './near-words.ts';
import type { SoughtWord } from './text-query.ts';
import { isCorrectable, toLanguageTerm, toSpellings, toStemTerm, toTagTerm, toWords } from './words.ts';

/** Limits the number of comparisons; rarely reached among 50,000 known words. */
const MAX_CANDIDATES = 500;

/** What the document of a video is made of. */
interface Described {
  title: string;
  description: string;
  language: Language | null;
  tags: catalog.Tag[];
}

/**
 * Writes the search document of a video: the words of title, description and tags, each unchanged and as its English
 * stem, and its tags as whole terms; a trigger adds its letters. With a language, that is a term, too, and the stems of
 * its dictionary are. Must be called in every transaction that changes one of them.
 */
export async function saveDocument(trx: Trx, videoId: string): Promise<void> {
  const { rows } = await sql<Described>`
    select title, description, language, coalesce((
      select json_agg(json_build_object('tagType', tag_type, 'tagValue', tag_value))
      from video_tags where video_id = videos.id
    ), '[]') as tags
    from videos where id = ${videoId}`.execute(trx);
  const [video] = rows;
  if (!video) return;
  const text = [video.title, video.description, ...video.tags.map((tag) => tag.tagValue)].join('\n');
  const words = toWords(text);
  await sql`
    update listings set document = array_to_tsvector(array(
      with words as (
        select unnest(${words}::text[]) as term
        union select unnest(ts_lexize('english_stem', word)) from unnest(${words}::text[]) as word
      )
      select term from words
      union select unnest(${video.tags.map(toTagTerm)}::text[])
      ${video.language === null ? sql`` : inLanguage(video.language, text, words)}
    ))
    where video_id = ${videoId}`.execute(trx);
  await saveWords(trx, words);
  if (stemmerOf(video.language) !== undefined)
    await sql`insert into search_languages values (${video.language}) on conflict do nothing`.execute(trx);
}

/**
 * Returns the terms of a language: its name, and the stems (`de=haus`) of all words, with and without accents, so that a
 * search finds them either way. Those that are among the words are left out: without them, the terms of most words have
 * so few documents that they hardly slow a search.
 */
function inLanguage(language: Language, text: string, words: string[]): RawBuilder<unknown> {
  const stemmer = stemmerOf(language);
  const spellings = toSpellings(text, language).map(({ spelling }) => spelling);
  const written = [...words, ...spellings];
  const read = [...new Set([...written, ...written.map((word) => withoutAffixes(word, language))])];
  const stems = sql`
      union select ${toStemTerm(language, '')} || stem
        from unnest(${read}::text[]) as word, unnest(ts_lexize(${stemmer}::text::regdictionary, word)) as stem
        where stem not in (select term from words)`;
  return sql`union select ${toLanguageTerm(language)} ${stemmer === undefined ? sql`` : stems}`;
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

const DUE = sql`
  (select video_id from listings where document is null union all select video_id from stale_documents)`;

/**
 * Returns the ids of videos behind this one, in order, whose document is missing, or was written for another language
 * than theirs, as a process of the version before languages does.
 */
export async function listDueDocuments(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ video_id: string }>`
    select video_id from ${DUE} as due where video_id > ${after} order by video_id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.video_id);
}

/** Returns whether the document of a video is missing or was written for another language. */
export async function isDocumentDue(trx: Trx, videoId: string): Promise<boolean> {
  const { rows } = await sql`select from ${DUE} as due where video_id = ${videoId} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Returns the number of documents that are missing or were written for another language. */
export async function countDueDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${DUE} as due`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface Spelling {
  word: string;
  language: Language;
  stemmer: string;
  spelling: string;
  /** Whether somebody typed it, so that a stop word is meant as such. */
  isWritten: boolean;
}

/** Returns how the words may be spelled in a language: as in the text, without accents, and without affixes. */
function listSpellings(words: string[], text: string, language: Language): Spelling[] {
  const stemmer = stemmerOf(language);
  if (stemmer === undefined) return [];
  const spellings = toSpellings(text, language);
  return words.flatMap((word) => {
    const written = spellings.filter((one) => one.words.includes(word)).map(({ spelling }) => spelling);
    const all = [word, ...written];
    const read = new Set([...all, ...all.map((one) => withoutAffixes(one, language))]);
    return [...read].map((spelling) => ({
      ...{ word, language, stemmer, spelling },
      isWritten: written.includes(spelling),
    }));
  });
}

/**
 * Returns the stems of each word, in their order: the English one, and those in the other languages of documents,
 * where words may be spelled differently, as the text of the search shows; and which of those some document has as a
 * word, or as the English stem of one.
 */
export async function findStems(db: Db, words: string[], text = ''): Promise<SoughtWord[]> {
  const spelled = STEMMED_LANGUAGES.flatMap((language) => listSpellings(words, text, language));
  const column = <Name extends keyof Spelling>(name: Name) => spelled.map((one) => one[name]);
  const { rows } = await sql<SoughtWord>`
    with spelled as (
      select word, language, is_written, (ts_lexize(stemmer::regdictionary, spelling))[1] as lexeme
      from unnest(${column('word')}::text[], ${column('language')}::text[], ${column('stemmer')}::text[],
          ${column('spelling')}::text[], ${column('isWritten')}::boolean[])
        as given (word, language, stemmer, spelling, is_written)
      where language in (select language from search_languages)
    ), readings as materialized (
      select word, language, array_agg(distinct lexeme) filter (where lexeme is not null) as stems
      from spelled group by word, language
      having not bool_or(is_written and lexeme is null) and count(lexeme) > 0
    )
    select word, (ts_lexize('english_stem', word))[1] as stem,
      coalesce((select json_object_agg(language, stems) from readings where readings.word = sought.word), '{}') as stems,
      array(
        select distinct term from readings, unnest(stems) as term
        where readings.word = sought.word and (
          exists (select from search_words where search_words.word = term)
          or exists (select from search_words where (ts_lexize('english_stem', search_words.word))[1] = term)
        )
      ) as known
    from unnest(${words}::text[]) with ordinality as sought (word, position)
    order by position`.execute(db);
  return rows;
}

/** Number of words of a search that are corrected. */
const MAX_CORRECTED = 5;
/** Trigram similarity (pg_trgm) that candidates for words of three letters have; they share one of seven trigrams. */
const SHORTEST_SIMILARITY = 0.14;
const SIMILARITY = 0.2;

/** Returns the minimum similarity of candidates. All short words within one edit reach it, but not swapped letters. */
function minSimilarity(word: string): number {
  return word.length <= 3 ? SHORTEST_SIMILARITY : SIMILARITY;
}

/**
 * Returns the known words that are similar to words of a search, of which at most five are looked up, unknown ones first:
 * those with two letters swapped, since short ones have hardly any trigram in common with it, then the most similar.
 * Without an index, as for letters in which the database sees no trigrams, only swapped letters are found. Returns
 * undefined if it takes longer than `limitMs`.
 */
export async function listSimilarWords(
  db: Db,
  words: string[],
  limitMs: number,
): Promise<Map<string, string[]> | undefined> {
  const swaps = words.flatMap((origin) => swapsOf(origin).map((word) => ({ origin, word })));
  const rows = await withinLimit(db, limitMs, (trx) =>
    sql<{ sought: string; word: string }>`
      with sought as materialized (
        select word, edits, min_similarity
        from unnest(${words}::text[], ${words.map(maxEdits)}::integer[], ${words.map(minSimilarity)}::real[])
          with ordinality as given (word, edits, min_similarity, position)
        order by exists (select from search_words where search_words.word = given.word), position
        limit ${MAX_CORRECTED}
      )
      select sought.word as sought, near.word
      from sought cross join lateral (
        (select known.word, 1::real as likeness, true as is_swap
          from unnest(${swaps.map(({ origin }) => origin)}::text[], ${swaps.map(({ word }) => word)}::text[])
            as swap (origin, word) join search_words known on known.word = swap.word
          where swap.origin = sought.word)
        union all
        (select known.word, similarity(known.word, sought.word) as likeness, false
          from search_words known
          where cardinality(show_trgm(sought.word)) > 0 and known.word % sought.word
            and similarity(known.word, sought.word) >= sought.min_similarity
            and abs(length(known.word) - length(sought.word)) <= sought.edits
          order by likeness desc, known.word limit ${MAX_CANDIDATES})
      ) near
      order by near.is_swap desc, near.likeness desc, near.word`.execute(trx),
  );
  if (rows === undefined) return undefined;
  const similar = new Map<string, string[]>();
  for (const { sought, word } of rows) similar.set(sought, [...(similar.get(sought) ?? []), word]);
  return similar;
}

const CANCELLED = '57014';

/** Returns the rows of one statement with a time limit, and undefined if it is reached. */
async function withinLimit<Row>(
  db: Db,
  limitMs: number,
  statement: (trx: Trx) => Promise<{ rows: Row[] }>,
): Promise<Row[] | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true),
        set_config('pg_trgm.similarity_threshold', ${String(SHORTEST_SIMILARITY)}, true)`.execute(trx);
      return (await statement(trx)).rows;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === CANCELLED) return undefined;
    throw error;
  }
}
