import { catalog, isBlank, type Language } from '@larksong/contracts';
import { isVideoName, suggestDetails, toTitle, type SongTags } from '@larksong/import';

import { findCaptionProblems, type CaptionDraft } from '../../parts/video-form/captions.ts';
import {
  findLettersProblem,
  listLetters,
  NO_LETTERS,
  type LettersDraft,
} from '../../parts/video-form/letters.ts';
import { findTagProblem, listTags, NO_TAGS, type TagDrafts } from '../../parts/video-form/tags.ts';
import { isUserId } from '../../parts/video-form/user-id.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

interface Suggested {
  title: string;
  description: string;
  author: string;
}

export interface UploadForm {
  title: string;
  description: string;
  file: File | null;
  /**
   * The values suggested by the name or the tags of the chosen file; another file replaces those that were not changed.
   */
  suggested: Suggested;
  resolutions: readonly catalog.Resolution[];
  visibility: catalog.Visibility;
  privateUserId: string;
  tags: TagDrafts;
  letters: LettersDraft;
  /** Null if none was chosen. */
  language: Language | null;
  captions: readonly CaptionDraft[];
  /** In the form that the server accepts. */
  picture: Blob | null;
}

/** Returns the chosen resolutions, largest first. */
export function chosenResolutions(form: Pick<UploadForm, 'resolutions'>): catalog.Resolution[] {
  return catalog.RESOLUTIONS.filter((resolution) => form.resolutions.includes(resolution));
}

export const EMPTY_FORM: UploadForm = {
  title: '',
  description: '',
  file: null,
  suggested: { title: '', description: '', author: '' },
  resolutions: catalog.DEFAULT_RESOLUTIONS,
  visibility: 'public',
  privateUserId: '',
  tags: NO_TAGS,
  letters: NO_LETTERS,
  language: null,
  captions: [],
  picture: null,
};

/** A failed check: the part of the form, and its message. */
export interface UploadProblem {
  part: keyof typeof catalog.UPLOAD_PROBLEMS | 'tags' | 'letters' | 'captions';
  sentence: string;
}

/**
 * Applies a change. The title follows the name of the file unless one was typed. Rejects a file that is neither a
 * video nor a song, and returns the problem.
 */
export function changeForm(
  form: UploadForm,
  changes: Partial<UploadForm>,
): { form: UploadForm; problem: UploadProblem | undefined } {
  const { file } = changes;
  if (file === undefined || file === null) return { form: { ...form, ...changes }, problem: undefined };
  if (isVideoFile(file)) {
    const suggested = { title: toTitle(file.name).title, description: '', author: '' };
    return { form: { ...suggest(form, suggested), ...changes }, problem: undefined };
  }
  return { form: { ...form, ...changes, file: null }, problem: toProblem('video') };
}

/** Fills in suggestions in fields that are empty or hold an earlier suggestion. */
function suggest(form: UploadForm, suggested: Suggested): UploadForm {
  const { title, description, tags, suggested: before } = form;
  const isFree = (text: string, earlier: string) => isBlank(text) || text === earlier;
  const isAuthorFree = listTags({ ...NO_TAGS, author: tags.author }).every(
    ({ tagValue }) => tagValue === before.author,
  );
  const author = { values: suggested.author === '' ? [] : [suggested.author], text: '' };
  return {
    ...form,
    suggested,
    title: isFree(title, before.title) ? suggested.title : title,
    description: isFree(description, before.description) ? suggested.description : description,
    tags: isAuthorFree ? { ...tags, author } : tags,
  };
}

/**
 * Returns the first failed check, those of specification section 5 in their order before ours; undefined if the form
 * can be sent.
 */
export function findProblem(form: UploadForm): UploadProblem | undefined {
  if (form.file === null || !isVideoFile(form.file)) return toProblem('video');
  if (isBlank(form.title)) return toProblem('title');
  if (form.visibility === 'private' && !isUserId(form.privateUserId)) return toProblem('privateUserId');
  if (form.resolutions.length === 0) return toProblem('resolutions');
  const tags = findTagProblem(form.tags);
  if (tags !== undefined) return { part: 'tags', sentence: tags };
  const letters = findLettersProblem(form.letters);
  if (letters !== undefined) return { part: 'letters', sentence: letters };
  const caption = findCaptionProblems(form.captions).find((found) => found !== undefined);
  return caption === undefined ? undefined : { part: 'captions', sentence: caption };
}

function toProblem(part: keyof typeof catalog.UPLOAD_PROBLEMS): UploadProblem {
  return { part, sentence: explain(catalog.UPLOAD_PROBLEMS[part]) };
}

/** Pictures that may move, and systems' names for sound. */
const OTHER_TYPES: readonly string[] = ['image/gif', 'image/apng', 'application/ogg'];

/**
 * Returns whether a dropped or selected file becomes a video: a video, or a song without a picture. Some systems report no
 * type; then the extension decides.
 */
export function isVideoFile(file: { name: string; type: string }): boolean {
  if (file.type === '') return isVideoName(file.name);
  return /^(?:video|audio)\//.test(file.type) || OTHER_TYPES.includes(file.type);
}

/**
 * Fills empty fields from the tags of a song. Leaves the form unchanged if another file was chosen meanwhile.
 */
export function applySongTags(form: UploadForm, file: File, tags: SongTags): UploadForm {
  if (form.file !== file) return form;
  const { tags: found, description } = suggestDetails(tags);
  return suggest(form, {
    title: tags.title ?? form.suggested.title,
    description,
    author: found[0]?.tagValue ?? '',
  });
}

/**
 * Returns the fields of the call. The video, a file or an upload in parts, comes last, so that the server can refuse
 * before it has read a large body.
 */
export function toFormData(form: UploadForm, video: File | { uploadId: string }): FormData {
  const data = new FormData();
  data.append('title', form.title.trim());
  data.append('description', form.description.trim());
  data.append('visibility', form.visibility);
  if (form.visibility === 'private') data.append('privateUserId', form.privateUserId.trim());
  data.append('resolutions', JSON.stringify(chosenResolutions(form)));
  const letters = listLetters(form.letters);
  if (letters.length > 0) data.append('letters', JSON.stringify(letters));
  if (form.language !== null) data.append('language', form.language);
  if (video instanceof File) data.append('video', video, video.name);
  else data.append('uploadId', video.uploadId);
  return data;
}
