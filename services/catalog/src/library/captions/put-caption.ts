import { because, catalog, isBlank } from '@larksong/contracts';
import { AppError, areObjectsHeld, newId, type Logger, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../../db/tables.ts';
import { toCaptionPath } from '../videos/media-paths.ts';
import { noteChanges } from '../approval/note-change.ts';
import { getChangeable, refuseUnchangeable } from '../videos/get-changeable.ts';
import { toSubject } from '../videos/video.ts';
import { keyOf, replaceCaption } from './store.ts';

export interface CaptionDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
}

/**
 * Stores subtitles under a new id and replaces those in the same language. Throws VALIDATION_FAILED, with a sentence for
 * the author of the file, and the errors of `getChangeable`.
 */
export async function putCaption(
  deps: CaptionDeps,
  caption: { videoId: string; language: string; label: string; content: string },
  { editor, record }: { editor: Viewer; record: RecordChange },
): Promise<catalog.Caption> {
  const { db, storage } = deps;
  const { videoId } = caption;
  await refuseUnchangeable(db, videoId, editor);
  const row = { id: newId(), language: toLanguage(caption.language), label: toLabel(caption.label) };
  const key = catalog.captionKey(videoId, row.id);
  await storage.put(key, toFile(caption.content), { contentType: 'text/vtt' });
  let replaced: string | undefined;
  try {
    replaced = await db.transaction().execute(async (trx) => {
      const video = await getChangeable(trx, videoId, editor);
      const old = await replaceCaption(trx, { ...row, videoId });
      const { language, label } = row;
      const change = { field: 'captions' as const, before: old ?? null, after: { ...row, key: null } };
      const isKept = await noteChanges(trx, { video, editor, changes: [change] });
      await record(trx, {
        action: 'video.put-captions',
        subject: toSubject(video),
        before: old === undefined ? null : { language },
        after: { language, label },
      });
      return old && !isKept ? keyOf(videoId, old) : undefined;
    });
  } catch (error) {
    await removeCaptionFile(deps, key);
    throw error;
  }
  if (replaced !== undefined) await removeCaptionFile(deps, replaced);
  return { ...row, url: toCaptionPath(videoId, { ...row, key: null }) };
}

/**
 * Deletes an unreferenced caption file. A file that cannot be deleted now, or that a backup keeps, is deleted with its
 * video.
 */
export async function removeCaptionFile({ db, storage, logger }: CaptionDeps, key: string): Promise<void> {
  try {
    if (!(await areObjectsHeld(db))) await storage.delete(key);
  } catch (error) {
    logger.warn({ err: error, key }, 'orphaned subtitles could not be deleted');
  }
}

function toFile(content: string): Buffer {
  if (Buffer.byteLength(content) > catalog.MAX_CAPTION_BYTES)
    throw new AppError('VALIDATION_FAILED', catalog.CAPTIONS_TOO_LARGE);
  try {
    return Buffer.from(catalog.normalizeWebVtt(content));
  } catch (error) {
    throw error instanceof catalog.WebVttError
      ? new AppError('VALIDATION_FAILED', { ...error.explanation, cause: error })
      : error;
  }
}

/** Returns the canonical form of a language tag: `pt-br` and `pt-BR` are one language (RFC 5646, section 4.5). */
function toLanguage(text: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(text);
    if (language !== undefined) return language;
  } catch {
    // falls through: the contract's pattern also accepts some invalid tags
  }
  throw new AppError('VALIDATION_FAILED', because('captions.language-not-valid'));
}

function toLabel(text: string): string {
  const label = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  if (isBlank(label)) throw new AppError('VALIDATION_FAILED', because('captions.label-length'));
  return label;
}
