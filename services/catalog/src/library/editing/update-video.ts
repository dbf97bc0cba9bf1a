import { type Explanation, type Language, because, type catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, VideoRow } from '../../db/tables.ts';
import { saveDocument } from '../search/store.ts';
import { listTags, replaceTags } from '../tags/store.ts';
import { toStoredTags } from '../tags/tag.ts';
import { findFieldProblem, toUploadFields, type RawFields } from './fields.ts';
import { refuseUnknownUser, type UserDeps } from './private-user.ts';
import { lockVideo, saveDetails } from '../videos/store.ts';
import { toSubject } from '../videos/video.ts';

export interface Changes {
  title?: string;
  description?: string;
  visibility?: catalog.Visibility;
  privateUserId?: string | null;
  /** All tags that the video has afterwards. */
  tags?: catalog.Tag[];
  /** All letters that the video has afterwards. */
  letters?: string[];
  /** Null if it is unknown or none of ours. */
  language?: Language | null;
}

/**
 * Changes details, tags, letters, language and visibility of a video in one transaction, with the checks of the upload form. Missing
 * properties stay unchanged. Throws VALIDATION_FAILED and VIDEO_NOT_FOUND.
 */
export async function updateVideo(
  { db, ...deps }: { db: Db } & UserDeps,
  videoId: string,
  changes: Changes,
  record: RecordChange,
): Promise<void> {
  if (changes.privateUserId)
    await refuseUnknownUser(deps, { visibility: 'private', privateUserId: changes.privateUserId });
  await db.transaction().execute(async (trx) => {
    const video = await lockVideo(trx, videoId);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    const raw = toRawFields(video, changes);
    refuse(findFieldProblem(raw, () => true));
    const tags = changes.tags && toStoredTags(changes.tags);
    if (tags === null) refuse(because('tag.length'));
    const details = toUploadFields(raw);
    const isLanguageChosen = changes.language !== undefined || video.language_chosen;
    await saveDetails(trx, videoId, { ...details, isLanguageChosen });
    const before = tags ? { ...toDetails(video), tags: await listTags(trx, videoId) } : toDetails(video);
    if (tags) await replaceTags(trx, videoId, tags);
    await saveDocument(trx, videoId);
    const after = { ...details, tags };
    await record(trx, { action: 'video.update', subject: toSubject(video), ...pickChanged(before, after) });
  });
}

function toDetails(video: VideoRow) {
  const { title, description, visibility, letters, language, private_user_id: privateUserId } = video;
  return { title, description, visibility, privateUserId, letters, language };
}

/** Returns the properties of `before` that differ in `after`, with both values. */
function pickChanged(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Returns the upload form as it would be filled in for the changed video. */
function toRawFields(video: VideoRow, changes: Changes): RawFields {
  const privateUserId = changes.privateUserId === undefined ? video.private_user_id : changes.privateUserId;
  return {
    title: changes.title ?? video.title,
    description: changes.description ?? video.description,
    visibility: changes.visibility ?? video.visibility,
    privateUserId: privateUserId ?? '',
    letters: JSON.stringify(changes.letters ?? video.letters),
    language: (changes.language === undefined ? video.language : changes.language) ?? '',
  };
}

function refuse(problem: Explanation | null): void {
  if (problem !== null) throw new AppError('VALIDATION_FAILED', problem);
}
