import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack, StackProcess } from '@larksong/local';

import { signInSuperadmin } from '../support/accounts.ts';
import type { CatalogData } from '../support/catalog-data.ts';

/**
 * Uploads a clip and retries failures with the same key, so that one upload yields one video. Returns the video's id
 * once it is accepted.
 */
export async function uploadUntilAccepted(
  site: Pick<Stack, 'url' | 'superadmin'>,
  clip: { path: string; title: string },
): Promise<string> {
  const key = randomUUID();
  for (;;) {
    const id = await upload(site, { ...clip, key }).catch(() => undefined); // something is unavailable
    if (id !== undefined) return id;
    await pause(1000);
  }
}

async function upload(
  site: Pick<Stack, 'url' | 'superadmin'>,
  clip: { path: string; title: string; key: string },
): Promise<string | undefined> {
  const { accessToken } = await signInSuperadmin(site);
  const form = new FormData();
  form.append('title', clip.title);
  form.append('visibility', 'public');
  form.append('video', await openAsBlob(clip.path), 'clip.mp4');
  const response = await fetch(`${site.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': clip.key },
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) return undefined;
  const { data } = (await response.json()) as { data: { video: { id: string } } }; // the call's contract
  return data.video.id;
}

/** Returns the running units with their workers, whose ids contain the process id. */
export function listRunning({ db }: CatalogData) {
  return db.selectFrom('transcode_units').selectAll().where('state', '=', 'running').execute();
}

/** Returns the transcoder process with a worker id. */
export function findTranscoder(site: Stack, workerId: string | null): StackProcess | undefined {
  const pid = Number(workerId?.split(':')[1]);
  const transcoders = Object.values(site.services).filter(({ name }) => name.startsWith('transcoder-'));
  return transcoders.find((process) => process.pid === pid);
}
