import { catalog, isBlank, type Input, type Language } from '@larksong/contracts';

import { findLettersProblem, listLetters, type LettersDraft } from '../../parts/video-form/letters.ts';
import { findTagProblem, listTags, toTagDrafts, type TagDrafts } from '../../parts/video-form/tags.ts';
import { isUserId } from '../../parts/video-form/user-id.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

/** The properties of a video that saving the form can change. */
export interface EditForm {
  title: string;
  description: string;
  visibility: catalog.Visibility;
  privateUserId: string;
  tags: TagDrafts;
  letters: LettersDraft;
  language: Language | null;
}

export type Changes = Input<typeof catalog.updateVideo>['body'];

export interface EditProblem {
  part: 'title' | 'privateUserId' | 'tags' | 'letters';
  sentence: string;
}

/** Returns a video with the visibility that it is to have, if that has not been approved yet. */
export function toWanted(video: catalog.Video): catalog.Video {
  const { approval } = video;
  if (!approval) return video;
  return { ...video, visibility: approval.wantedVisibility, privateUserId: approval.wantedPrivateUserId };
}

/** Returns the form with the current values of a video. */
export function toEditForm(video: catalog.Video): EditForm {
  const { title, description, visibility, privateUserId, tags, letters = [], language = null } = video;
  return {
    title,
    description,
    visibility,
    privateUserId: privateUserId ?? '',
    tags: toTagDrafts(tags),
    letters: { letters, text: '' },
    language,
  };
}

/** Returns the first failed check, in the order of the upload form; undefined if the form can be saved. */
export function findProblem(form: EditForm): EditProblem | undefined {
  if (isBlank(form.title)) return { part: 'title', sentence: explain(catalog.UPLOAD_PROBLEMS.title) };
  if (form.visibility === 'private' && !isUserId(form.privateUserId))
    return { part: 'privateUserId', sentence: explain(catalog.UPLOAD_PROBLEMS.privateUserId) };
  const tags = findTagProblem(form.tags);
  if (tags !== undefined) return { part: 'tags', sentence: tags };
  const letters = findLettersProblem(form.letters);
  return letters === undefined ? undefined : { part: 'letters', sentence: letters };
}

/**
 * Returns only the values that differ from the video, so that two people can change different ones; empty if none do.
 */
export function toChanges(form: EditForm, video: catalog.Video): Changes {
  const changes: Changes = {};
  const title = form.title.trim();
  const description = form.description.trim();
  const tags = listTags(form.tags);
  const privateUserId = form.privateUserId.trim().toLowerCase();
  if (title !== video.title) changes.title = title;
  if (description !== video.description.trim()) changes.description = description;
  if (
    form.visibility !== video.visibility ||
    (form.visibility === 'private' && privateUserId !== (video.privateUserId ?? ''))
  ) {
    changes.visibility = form.visibility;
    if (form.visibility === 'private') changes.privateUserId = privateUserId;
  }
  if (toText(tags) !== toText(video.tags)) changes.tags = tags;
  const letters = listLetters(form.letters);
  if (letters.join() !== (video.letters ?? []).join()) changes.letters = letters;
  if (form.language !== (video.language ?? null)) changes.language = form.language;
  return changes;
}

/** Serializes tags independently of their order. */
function toText(tags: catalog.Video['tags']): string {
  return tags
    .map(({ tagType, tagValue }) => `${tagType} ${tagValue}`)
    .toSorted()
    .join('\n');
}

/** Returns whether there is nothing to save. */
export function isEmpty(changes: Changes): boolean {
  return Object.keys(changes).length === 0;
}
