import { isLanguage, type Language } from '@larksong/contracts';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import { saveDocument } from '../search/store.ts';
import { lockVideo } from '../videos/store.ts';
import { listWithFileLanguages, saveGuess } from './store.ts';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the language of a video whose file has captions in these languages (BCP 47): the one that they share. Several
 * may be translations, and those in a language of which nothing is known say nothing.
 */
export function toGuess(captionLanguages: readonly string[]): Language | undefined {
  const languages = new Set(captionLanguages.map((tag) => tag.replace(/-.*/, '').toLowerCase()));
  languages.delete('und');
  const [language] = languages;
  return languages.size === 1 && isLanguage(language) ? language : undefined;
}

/** Saves the language of a video that its captions tell, if nobody has stated one. The caller has locked the video. */
export async function guessLanguage(
  trx: Trx,
  video: Pick<VideoRow, 'id' | 'language' | 'language_chosen'>,
  captionLanguages: readonly string[],
): Promise<void> {
  const language = toGuess(captionLanguages);
  if (language === undefined || video.language !== null || video.language_chosen) return;
  await saveGuess(trx, video.id, language);
  await saveDocument(trx, video.id);
}

/**
 * Runs one round: guesses the language of the videos that have captions of their file, and were transcoded before there
 * were languages or by a process of that version.
 */
export async function guessLanguages({ db }: { db: Db }, signal?: AbortSignal): Promise<void> {
  const listNext = (after: string) => listWithFileLanguages(db, after, BATCH);
  for (let rows = await listNext(FIRST_ID); rows.length > 0; rows = await listNext(rows.at(-1)?.id ?? ''))
    for (const { id, languages } of rows) {
      if (signal?.aborted) return;
      if (toGuess(languages) === undefined) continue;
      await db.transaction().execute(async (trx) => {
        const video = await lockVideo(trx, id);
        if (video) await guessLanguage(trx, video, languages);
      });
    }
}
