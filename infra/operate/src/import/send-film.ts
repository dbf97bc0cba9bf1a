import { open, readFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { keepTrying, type PlannedFilm, type Trying } from '@larksong/import';
import pMap from 'p-map';

import type { LocalFile } from './list-folder.ts';
import { readCaption, readPicture } from './read-beside.ts';
import type { SiteSession } from './site-session.ts';

/** Larger files are sent in parts. */
const LARGE_BYTES = 16 * 1024 * 1024;
/** Parts of one film that are sent at a time. */
const CONCURRENCY = 2;

export interface Sending extends Trying {
  site: SiteSession;
  privateUserId: string;
  onSent: (bytes: number) => void;
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
  const { file } = film;
  const idempotency = { headers: { 'idempotency-key': `import-${hash}` }, signal };
  if (file.sizeBytes <= LARGE_BYTES) {
    const video = new Blob([await readFile(file.place)], { type: 'video/mp4' });
    const form = toForm(film, sending);
    form.append('video', video, file.path);
    const sent = await keepTrying(() => site.sendBody(catalog.uploadVideo, form, idempotency), sending);
    sending.onSent(file.sizeBytes);
    return sent.video.id;
  }
  const uploadId = await sendParts(film.file, hash, sending);
  const form = toForm(film, sending);
  form.append('uploadId', uploadId);
  const { video } = await keepTrying(() => site.sendBody(catalog.uploadVideo, form, idempotency), sending);
  return video.id;
}

function toForm(film: PlannedFilm<LocalFile>, { privateUserId }: Sending): FormData {
  const form = new FormData();
  form.append('title', film.title);
  form.append('description', film.description);
  form.append('visibility', film.visibility);
  if (film.visibility === 'private') form.append('privateUserId', privateUserId);
  if (film.letters.length > 0) form.append('letters', JSON.stringify(film.letters));
  return form;
}

/** Sends the parts that the server does not have, and returns the id of the upload. */
async function sendParts(file: LocalFile, hash: string, sending: Sending): Promise<string> {
  const { site, signal, onSent } = sending;
  const start = { body: { sizeBytes: file.sizeBytes, resumeKey: hash } };
  const { data } = await keepTrying(() => site.call(catalog.startUpload, start, { signal }), sending);
  const { id, partCount, partSizeBytes, storedParts } = data.upload;
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter(
    (number) => !storedParts.includes(number),
  );
  onSent((partCount - missing.length) * partSizeBytes);
  const source = await open(file.place);
  try {
    const send = async (number: number) => {
      const start = (number - 1) * partSizeBytes;
      const body = new Uint8Array(Math.min(partSizeBytes, file.sizeBytes - start));
      await source.read(body, 0, body.length, start);
      const params = { id, number: String(number) };
      await keepTrying(() => site.sendBody(catalog.putUploadPart, body, { params, signal }), sending);
      onSent(body.length);
    };
    await pMap(missing, send, { concurrency: CONCURRENCY, signal });
  } finally {
    await source.close();
  }
  return id;
}

/** Adds tags, subtitles and a picture to a video, and returns what could not be added, in sentences. */
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
