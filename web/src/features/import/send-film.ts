import { catalog } from '@larksong/contracts';
import {
  decodeText,
  keepTrying,
  listMissing,
  type FilmCaption,
  type Obstacle,
  type PlannedFilm,
} from '@larksong/import';

import { text } from '../../lib/texts.ts';
import { addProcessingUpload } from '../../parts/processing-uploads.ts';
import { toTagDrafts } from '../../parts/video-form/tags.ts';
import { shrinkPicture } from '../../parts/video-form/picture.ts';
import type { CaptionDraft } from '../../parts/video-form/captions.ts';
import { listExtras, saveExtras, toUnsavedText } from '../upload/extras.ts';
import { EMPTY_FORM, type UploadForm } from '../upload/form.ts';
import { pause } from '../upload/pause.ts';
import { sendVideo } from '../upload/send-video.ts';
import type { ImportFile } from './dropped-files.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

interface SendFilmOptions {
  hash: string;
  privateUserId: string;
  signal: AbortSignal;
  onSent: (sentBytes: number) => void;
  onObstacle: (obstacle: Obstacle) => void;
}

/**
 * Sends a film and the files next to it, and waits while the site cannot be reached. The hash in the idempotency key
 * makes a second import of the same file the same video. Rejects as `sendVideo` does. Returns a sentence for each part
 * that could not be added to the video.
 */
export async function sendFilm(
  film: PlannedFilm<ImportFile>,
  { hash, privateUserId, signal, onSent, onObstacle }: SendFilmOptions,
): Promise<{ videoId: string; notes: string[] }> {
  const form: UploadForm = {
    ...EMPTY_FORM,
    title: film.title,
    description: film.description,
    visibility: film.visibility,
    privateUserId: film.visibility === 'private' ? privateUserId : '',
    letters: { letters: film.letters, text: '' },
    language: film.language,
  };
  const idempotencyKey = `import-${hash}`;
  const run = { idempotencyKey, signal, pause, onSent, onObstacle, onRestart: () => onSent(0) };
  const videoId = await keepTrying(() => sendVideo(form, film.file.file, run), run);
  addProcessingUpload(videoId);
  return { videoId, notes: await addBeside(videoId, film) };
}

/** Adds missing parts to a video on the site. Returns a sentence for each part that could not be added. */
export function addMissing(film: PlannedFilm<ImportFile>, source: catalog.KnownSource): Promise<string[]> {
  return addBeside(source.id, listMissing(film, source));
}

type Beside = Pick<PlannedFilm<ImportFile>, 'tags' | 'captions' | 'picture'>;

async function addBeside(videoId: string, { tags, captions, picture }: Beside): Promise<string[]> {
  const notes: string[] = [];
  const readable = async <T>(name: string, read: Promise<T>): Promise<T[]> => {
    try {
      return [await read];
    } catch (error) {
      const reason = toReadProblem(error);
      notes.push(text('import.unread', { path: name, reason }));
      return [];
    }
  };
  const drafts: CaptionDraft[] = [];
  for (const caption of captions)
    // Small files, one in memory at a time.
    drafts.push(...(await readable(caption.file.path, readFilmCaption(caption))));
  const pictures = picture === null ? [] : await readable(picture.path, shrinkPicture(picture.file));
  const extras = listExtras({ tags: toTagDrafts(tags), captions: drafts, picture: pictures[0] ?? null });
  const unsaved = await saveExtras(videoId, extras);
  return [...notes, ...unsaved.map((one) => toUnsavedText(one, 'import'))];
}

function toReadProblem(error: unknown): string {
  if (error instanceof catalog.WebVttError) return explain(error.explanation);
  return error instanceof Error ? error.message : text('file.unreadable');
}

/** Reads subtitles in the encoding that they have. Throws an `Error` with a sentence. */
async function readFilmCaption({ file, language, label }: FilmCaption<ImportFile>): Promise<CaptionDraft> {
  if (file.sizeBytes > catalog.MAX_CAPTION_BYTES) throw new Error(explain(catalog.CAPTIONS_TOO_LARGE));
  const content = decodeText(new Uint8Array(await file.file.arrayBuffer()));
  catalog.normalizeWebVtt(content);
  return { fileName: file.path, content, language, label };
}
