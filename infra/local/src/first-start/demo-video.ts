import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { ApiError, auth, catalog, createClient, toPath } from '@larksong/contracts';

import { SERVICES } from '../settings/service-environment.ts';
import type { Stack } from '../settings/stack-options.ts';

const FILM = join(SERVICES, 'game', 'starter-pack', 'demo.mp4');
/** Its letter A. The thumbnail taken from the film would be a letter in the middle with a card that is still closed. */
const THUMBNAIL = join(SERVICES, 'game', 'starter-pack', 'demo.jpg');

/** Records that this data folder has had its first song, so that a deleted song is not added again. */
const RECORD = 'demo-video.json';

/** Ensures that an upload repeated after a lost response or record becomes the same video. */
const IDEMPOTENCY_KEY = 'larksong-demo-video';

const FIELDS = {
  title: 'A Is for Apple',
  description: 'Every letter from A to Z with a word that begins with it. Say them along!',
  letters: JSON.stringify(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
};
const TAGS: catalog.Tag[] = [
  { tagType: 'grade', tagValue: 'Kindergarten' },
  { tagType: 'category', tagValue: 'letters' },
];
const TIMEOUT_MS = 60_000;

type Site = Pick<Stack, 'url' | 'localUrl' | 'superadmin' | 'isPasswordKnown'>;

/**
 * Uploads the starter pack's film as the superadmin would, at the first start that gets this far, so that a newcomer
 * sees a song that plays. The site works without it, so a failure is only reported, and the next start tries again. A
 * superadmin who has changed the password is already using the site and no longer gets the film.
 */
export async function uploadDemoVideo(
  stack: Site,
  options: { dataDir: string; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const record = join(resolve(options.dataDir), RECORD);
  if (!existsSync(FILM) || existsSync(record) || !stack.isPasswordKnown) return;
  try {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const id = await signInAndUpload(stack, signal);
    await writeFile(record, `${JSON.stringify({ id, uploadedAt: new Date().toISOString() })}\n`);
    if (id !== null) options.say(`A first song is being prepared: ${stack.url}/songs`);
  } catch (error) {
    if (options.signal.aborted) return;
    options.say(`The first song was not uploaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the id of the video; null if the superadmin's password has been changed. */
async function signInAndUpload({ localUrl, superadmin }: Site, signal: AbortSignal): Promise<string | null> {
  const { email, password } = superadmin;
  const visit = createClient({ baseUrl: localUrl });
  const signedIn = await unless(
    'INVALID_CREDENTIALS',
    visit(auth.login, { body: { email, password } }, { signal }),
  );
  if (!signedIn) return null;
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` };
  const call = createClient({ baseUrl: localUrl, headers: () => headers });
  try {
    const id = await upload(localUrl, headers, signal);
    // A superadmin who has deleted it in the meantime wants no tags on it either.
    await unless(
      'VIDEO_NOT_FOUND',
      call(catalog.addVideoTags, { params: { id }, body: { tags: TAGS } }, { signal }),
    );
    await putThumbnail(localUrl + toPath(catalog.putThumbnail, { params: { id } }), headers, signal);
    return id;
  } finally {
    // So that this session does not stay in the superadmin's list of devices.
    await call(auth.logout, {}, { signal }).catch(() => {});
  }
}

async function upload(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  for (const [name, text] of Object.entries(FIELDS)) form.append(name, text);
  form.append('video', new Blob([await readFile(FILM)], { type: 'video/mp4' }), 'demo.mp4');
  // Sent from memory: a Blob that is still being read when its upload is aborted ends the process.
  const packed = new Response(form);
  const response = await fetch(url + catalog.uploadVideo.path, {
    method: catalog.uploadVideo.method,
    headers: {
      ...headers,
      'content-type': packed.headers.get('content-type') ?? '',
      'idempotency-key': IDEMPOTENCY_KEY,
    },
    body: await packed.bytes(),
    signal,
  });
  const answer = (await response.json()) as { data?: { video: { id: string } }; message: string }; // the envelope
  if (!answer.data) throw new Error(answer.message);
  return answer.data.video.id;
}

async function putThumbnail(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const body = await readFile(THUMBNAIL);
  const response = await fetch(address, {
    method: catalog.putThumbnail.method,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body,
    signal,
  });
  if (!response.ok && response.status !== 404) throw new Error(`thumbnail: ${response.status}`);
}

/** Returns undefined for the one expected error. */
async function unless<T>(code: ApiError['code'], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return undefined;
    throw error;
  }
}
