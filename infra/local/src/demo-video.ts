import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { addVideoTags, createClient, login, uploadVideo, type Tag } from '@larksong/contracts';

import { SERVICES } from './service-command.ts';
import type { Stack } from './stack.ts';

const FILM = join(SERVICES, 'game', 'starter-pack', 'demo.mp4');

/** Says that this data folder has had its first song, so that one who deletes it is rid of it. */
const RECORD = 'demo-video.json';

/** An upload that is repeated, since an answer or the record got lost, is the same video. */
const IDEMPOTENCY_KEY = 'larksong-demo-video';

const TEXTS = {
  title: 'A Is for Apple',
  description: 'Every letter from A to Z with a word that begins with it. Say them along!',
};
const TAGS: Tag[] = [
  { tagType: 'grade', tagValue: 'Kindergarten' },
  { tagType: 'category', tagValue: 'letters' },
];
const TIMEOUT_MS = 60_000;

/**
 * Uploads the starter pack's film as the superadmin would, at the first start that comes so far: a newcomer sees a song
 * that plays. A site without it works too, so a failure is only said, and the next start tries again.
 */
export async function uploadDemoVideo(
  stack: Pick<Stack, 'url' | 'superadmin' | 'isPasswordKnown'>,
  options: { dataDir: string; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const record = join(resolve(options.dataDir), RECORD);
  if (!existsSync(FILM) || existsSync(record) || !stack.isPasswordKnown) return;
  try {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const id = await upload(stack, signal);
    await writeFile(record, `${JSON.stringify({ id, uploadedAt: new Date().toISOString() })}\n`);
    options.say(`A first song is being prepared: ${stack.url}/songs`);
  } catch (error) {
    if (options.signal.aborted) return;
    options.say(`The first song was not uploaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function upload({ url, superadmin }: Pick<Stack, 'url' | 'superadmin'>, signal: AbortSignal) {
  const { email, password } = superadmin;
  const { data } = await createClient({ baseUrl: url })(login, { body: { email, password } }, { signal });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const form = new FormData();
  for (const [name, text] of Object.entries(TEXTS)) form.append(name, text);
  form.append('video', new Blob([await readFile(FILM)], { type: 'video/mp4' }), 'demo.mp4');
  const response = await fetch(url + uploadVideo.path, {
    method: uploadVideo.method,
    headers: { ...headers, 'idempotency-key': IDEMPOTENCY_KEY },
    body: form,
    signal,
  });
  const answer = (await response.json()) as { data?: { video: { id: string } }; message: string }; // the envelope
  if (!answer.data) throw new Error(answer.message);
  const { id } = answer.data.video;
  const call = createClient({ baseUrl: url, headers: () => headers });
  await call(addVideoTags, { params: { id }, body: { tags: TAGS } }, { signal });
  return id;
}
