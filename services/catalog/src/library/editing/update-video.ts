import { type Explanation, type Language, because, type catalog } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import type { NeedsApproval } from '../approval/needs-approval.ts';
import { noteChanges } from '../approval/note-change.ts';
import { saveVisibility, type StoredChange } from '../approval/store.ts';
import { saveDocument } from '../search/store.ts';
import { listTags, replaceTags } from '../tags/store.ts';
import { toStoredTags } from '../tags/tag.ts';
import { getChangeable } from '../videos/get-changeable.ts';
import { saveDetails } from '../videos/store.ts';
import { toSubject } from '../videos/video.ts';
import { findFieldProblem, toUploadFields, type RawFields } from './fields.ts';
import { forTeacher, refuseUnknownUser, type UserDeps } from './private-user.ts';
import { decideVisibility } from './decide-visibility.ts';

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

export type EditingDeps = UserDeps & { db: Db; needsApproval: NeedsApproval };

/**
 * Changes details, tags, letters, language and visibility of a video in one transaction, with the checks of the upload
 * form. Missing properties stay unchanged. Throws VALIDATION_FAILED and the errors of `getChangeable`.
 */
export async function updateVideo(
  { db, ...deps }: EditingDeps,
  { videoId, changes }: { videoId: string; changes: Changes },
  { editor, record }: { editor: Viewer; record: RecordChange },
): Promise<void> {
  await refuseUnknown(deps, changes);
  const needsApproval = await deps.needsApproval(editor);
  await db.transaction().execute(async (trx) => {
    const video = await getChangeable(trx, videoId, editor);
    const changed = await applyChanges(trx, { video, changes }, { editor, needsApproval });
    await record(trx, { action: 'video.update', subject: toSubject(video), ...changed });
  });
}

/** Throws VALIDATION_FAILED if the video would be for a user who does not exist. */
export async function refuseUnknown(deps: UserDeps, { privateUserId }: Changes): Promise<void> {
  if (privateUserId) await refuseUnknownUser(deps, { visibility: 'private', privateUserId });
}

/**
 * Changes a video that the caller has locked, and returns the changed values for the audit log. Throws
 * VALIDATION_FAILED.
 */
export async function applyChanges(
  trx: Trx,
  { video, changes }: { video: VideoRow; changes: Changes },
  { editor, needsApproval }: { editor: Viewer; needsApproval: boolean },
): Promise<{ before: Details; after: Details }> {
  const raw = forTeacher(editor, toRawFields(video, changes), video);
  refuse(findFieldProblem(raw, () => true));
  const tags = changes.tags && toStoredTags(changes.tags);
  if (tags === null) refuse(because('tag.length'));
  const { title, description, letters, language, visibility, privateUserId } = toUploadFields(raw);
  const isLanguageChosen = changes.language !== undefined || video.language_chosen;
  await saveDetails(trx, video.id, { title, description, letters, language, isLanguageChosen });
  const isAsked = changes.visibility !== undefined || changes.privateUserId !== undefined;
  const seenBy = decideVisibility(video, isAsked ? { visibility, privateUserId } : null, needsApproval);
  await saveVisibility(trx, video.id, seenBy);
  const before = tags ? { ...toDetails(video), tags: await listTags(trx, video.id) } : toDetails(video);
  if (tags) await replaceTags(trx, video.id, tags);
  await saveDocument(trx, video.id);
  const after = {
    title,
    description,
    letters,
    language,
    ...seenBy,
    ...(tags ? { tags: inOrder(tags) } : {}),
  };
  const changed = pickChanged(before, after);
  if (Object.keys(changed.before).length > 0)
    await noteChanges(trx, { video, editor, changes: toStoredChanges(changed) });
  return changed;
}

type Details = Record<string, unknown>;

function toDetails(video: VideoRow): Details {
  const { title, description, visibility, letters, language, private_user_id: privateUserId } = video;
  const { wanted_visibility: wanted, wanted_private_user_id: wantedUserId } = video;
  return {
    title,
    description,
    letters,
    language,
    visibility,
    privateUserId,
    wanted: wanted && { visibility: wanted, privateUserId: wantedUserId },
  };
}

/** Returns tags in the order in which they are listed. */
function inOrder(tags: catalog.Tag[]): catalog.Tag[] {
  const keyOf = ({ tagType, tagValue }: catalog.Tag) => `${tagType} ${tagValue}`;
  return tags.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Returns the properties of `before` that differ in `after`, with both values. */
function pickChanged(before: Details, after: Details) {
  const names = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (of: Details) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: pick(before), after: pick(after) };
}

const KEPT_FIELDS = ['title', 'description', 'tags', 'letters', 'language'] as const;

function toStoredChanges({ before, after }: { before: Details; after: Details }): StoredChange[] {
  return KEPT_FIELDS.filter((field) => field in before).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

/** Returns the upload form as it would be filled in for the changed video. */
function toRawFields(video: VideoRow, changes: Changes): RawFields {
  const wanted =
    video.wanted_visibility === null
      ? { visibility: video.visibility, privateUserId: video.private_user_id }
      : { visibility: video.wanted_visibility, privateUserId: video.wanted_private_user_id };
  const privateUserId = changes.privateUserId === undefined ? wanted.privateUserId : changes.privateUserId;
  return {
    title: changes.title ?? video.title,
    description: changes.description ?? video.description,
    visibility: changes.visibility ?? wanted.visibility,
    privateUserId: privateUserId ?? '',
    letters: JSON.stringify(changes.letters ?? video.letters),
    language: (changes.language === undefined ? video.language : changes.language) ?? '',
  };
}

function refuse(problem: Explanation | null): void {
  if (problem !== null) throw new AppError('VALIDATION_FAILED', problem);
}
