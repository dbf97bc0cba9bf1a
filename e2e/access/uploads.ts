import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { catalog } from '@larksong/contracts';

import type { Account } from './people.ts';
import { rawCall } from './raw-call.ts';

const TRIES = 5;
const PAUSE_MS = 2000;

export interface UploadForm {
  title: string;
  description?: string;
  visibility: catalog.Visibility;
  file: Blob;
  fileName?: string;
  privateUserId?: string;
}

/** Uploads a file to be transcoded only to 360p. Returns the id of its video. */
export async function uploadFile(siteUrl: string, by: Account, upload: UploadForm): Promise<string> {
  const form = new FormData();
  form.append('title', upload.title);
  form.append('description', upload.description ?? '');
  form.append('visibility', upload.visibility);
  if (upload.privateUserId !== undefined) form.append('privateUserId', upload.privateUserId);
  form.append('resolutions', '["360p"]');
  form.append('video', upload.file, upload.fileName ?? 'clip.mp4');
  const url = `${siteUrl}/api/admin/videos/upload`;
  // A busy site may refuse an upload or answer it too late; it is repeated as the page does.
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => rawCall(url, 'POST', { token: by.accessToken, headers, body: form });
  let { text, status } = await send();
  for (let tries = 1; status === 503 && tries < TRIES; tries += 1) {
    await pause(PAUSE_MS);
    ({ text, status } = await send());
  }
  if (status !== 201) throw new Error(`The upload was rejected: ${text}`);
  const { data } = JSON.parse(text) as { data: { video: { id: string } } }; // the envelope of the call
  return data.video.id;
}
