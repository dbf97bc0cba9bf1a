import type { catalog } from '@larksong/contracts';

import type { Account } from './people.ts';
import { rawCall } from './raw-call.ts';

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
  const { text, status } = await rawCall(url, 'POST', { token: by.accessToken, body: form });
  if (status !== 201) throw new Error(`The upload was rejected: ${text}`);
  const { data } = JSON.parse(text) as { data: { video: { id: string } } }; // the envelope of the call
  return data.video.id;
}
