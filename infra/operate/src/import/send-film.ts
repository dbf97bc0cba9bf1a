import { open, readFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { keepTrying, sendVideo, type PlannedFilm, type Trying } from '@larksong/import';

import type { LocalFile } from './list-folder.ts';
import { readCaption, readPicture } from './read-beside.ts';
import type { SiteSession } from './site-session.ts';

export interface Sending extends Trying {
  site: SiteSession;
  privateUserId: string;
  /** Receives the bytes of the file with this path that were sent, including those that the server had before. */
  onSent: (path: string, sentBytes: number) => void;
}

/**
 * Sends a film and returns the id of its video. Its hash is the key of the upload, so that an interrupted one continues
 * with the parts that the server has, and of the form, so that two imports make one video.
 */
export async function sendFilm(
  film: PlannedFilm<LocalFile>,
  hash: string,
  sending: Sending,
): Promise<string> {
  const { site, signal } = sending;
  const { path, place, sizeBytes } = film.file;
  await using source = await open(place);
  const send = () =>
    sendVideo<Uint8Array<ArrayBuffer>>({
      ...sending,
      sizeBytes,
      idempotencyKey: `import-${hash}`,
      sendBody: site.sendBody,
      onSent: (sentBytes) => sending.onSent(path, sentBytes),
      openUpload: async () => {
        const start = { body: { sizeBytes, resumeKey: hash } };
        const { data } = await keepTrying(() => site.call(catalog.startUpload, start, { signal }), sending);
        return data.upload;
      },
      slice: async (start, end) => {
        const bytes = new Uint8Array(end - start);
        await source.read(bytes, 0, bytes.length, start);
        return bytes;
      },
      toForm: (upload) => toForm(film, sending, upload),
    });
  const videoId = await keepTrying(send, sending);
  sending.onSent(path, sizeBytes);
  return videoId;
}

async function toForm(
  { file, ...film }: PlannedFilm<LocalFile>,
  { privateUserId }: Sending,
  upload: { uploadId: string } | undefined,
): Promise<FormData> {
  const form = new FormData();
  form.append('title', film.title);
  form.append('description', film.description);
  form.append('visibility', film.visibility);
  if (film.visibility === 'private') form.append('privateUserId', privateUserId);
  if (film.letters.length > 0) form.append('letters', JSON.stringify(film.letters));
  if (film.language !== null) form.append('language', film.language);
  if (upload) form.append('uploadId', upload.uploadId);
  else form.append('video', new Blob([await readFile(file.place)], { type: 'video/mp4' }), file.path);
  return form;
}

/** Adds tags, subtitles and a picture to a video. Returns a sentence for each part that could not be added. */
export async function addBeside(
  id: string,
  { tags, captions, picture }: Pick<PlannedFilm<LocalFile>, 'tags' | 'captions' | 'picture'>,
  sending: Sending,
): Promise<string[]> {
  const { site, signal } = sending;
  const params = { id };
  const notes: string[] = [];
  const add = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await keepTrying(work, sending);
    } catch (error) {
      if (signal.aborted) throw error;
      notes.push(`${name} was not added: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  if (tags.length > 0)
    await add('A tag', () => site.call(catalog.addVideoTags, { params, body: { tags } }, { signal }));
  for (const caption of captions)
    await add(caption.file.path, async () => {
      const body = await readCaption(caption);
      await site.call(catalog.putCaption, { params, body }, { signal });
    });
  if (picture !== null)
    await add(picture.path, async () =>
      site.sendBody(catalog.putThumbnail, await readPicture(picture), { params, signal }),
    );
  return notes;
}
