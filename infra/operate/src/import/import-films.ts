import { ApiError } from '@larksong/contracts';
import { listMissing, type CheckedFiles, type PlannedFilm } from '@larksong/import';
import pMap from 'p-map';

import { hashFile } from './hash-file.ts';
import type { LocalFile } from './list-folder.ts';
import { toLeft, type Outcome } from './outcome.ts';
import { addBeside, sendFilm, type Sending } from './send-film.ts';

/** Films sent at a time. */
const CONCURRENCY = 2;

type Film = PlannedFilm<LocalFile>;
type Known = CheckedFiles<LocalFile>;

/**
 * Sends the films that are not on the site, two at a time, completes those that are, and returns the outcome of each,
 * in order. `stopReason` says why the rest was not sent: storage is full, the site is gone or the session has ended.
 */
export async function importFilms(
  films: readonly Film[],
  {
    known,
    sending,
    onOutcome,
  }: {
    known: Known;
    sending: Sending;
    onOutcome: (outcome: Outcome) => void;
  },
): Promise<{ outcomes: Outcome[]; stopReason: string | undefined }> {
  let stopReason: string | undefined;
  const importOne = async (film: Film): Promise<Outcome> => {
    if (stopReason !== undefined || sending.signal.aborted) return toLeft(film);
    try {
      const outcome = await importFilm(film, known, sending);
      onOutcome(outcome);
      return outcome;
    } catch (error) {
      if (sending.signal.aborted) return toLeft(film);
      const reason = error instanceof Error ? error.message : String(error);
      if (isForAll(error)) {
        stopReason ??= reason;
        return toLeft(film);
      }
      const outcome: Outcome = { path: film.file.path, title: film.title, state: 'failed', reason };
      onOutcome(outcome);
      return outcome;
    }
  };
  const outcomes = await pMap(films, importOne, { concurrency: CONCURRENCY });
  return { outcomes, stopReason };
}

async function importFilm(film: Film, known: Known, sending: Sending): Promise<Outcome> {
  const { file, title } = film;
  const twin = known.twins.get(file);
  if (twin?.kind === 'in-import')
    return { path: file.path, title, state: 'known', reason: `It is the same file as ${twin.file.path}.` };
  if (twin) return completeKnown(film, twin.source, sending);
  if (file.sizeBytes === 0) return { path: file.path, title, state: 'failed', reason: 'The file is empty.' };
  const hash = known.hashes.get(file) ?? (await hashFile(file.place, sending.signal));
  const videoId = await sendFilm(film, hash, sending);
  const notes = await addBeside(videoId, film, sending);
  return { path: file.path, title, state: 'imported', videoId, ...toReason(notes) };
}

async function completeKnown(
  film: Film,
  source: Parameters<typeof listMissing>[1],
  sending: Sending,
): Promise<Outcome> {
  const missing = listMissing(film, source);
  const hasMissing = missing.captions.length > 0 || missing.picture !== null;
  const notes = await addBeside(source.id, missing, sending);
  const where = `Its title there is “${source.title}”${source.status === 'failed' ? ', and it could not be prepared; its page says why' : ''}.`;
  return {
    path: film.file.path,
    title: film.title,
    state: source.status === 'failed' ? 'failed' : hasMissing && notes.length === 0 ? 'completed' : 'known',
    videoId: source.id,
    ...toReason([where, ...notes]),
  };
}

function toReason(notes: readonly string[]): { reason?: string } {
  return notes.length === 0 ? {} : { reason: notes.join(' ') };
}

/** Returns whether the next film would fail for the same reason. */
function isForAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.code === 'STORAGE_FULL' ||
    error.status === 0 ||
    [401, 403, 429, 502, 503, 504].includes(error.status)
  );
}
