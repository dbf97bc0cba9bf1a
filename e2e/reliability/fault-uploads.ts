import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack, StackProcess } from '@larksong/local';

import { signInSuperadmin } from '../support/accounts.ts';
import type { CatalogData } from '../support/catalog-data.ts';

/**
 * Uploads a clip as a person does who presses the button again when it fails: with the same key, so that one upload
 * stays one video. Gives the video's id once it was accepted.
 */
export async function uploadUntilAccepted(
  site: Stack,
  clip: { path: string; title: string },
): Promise<string> {
  const key = randomUUID();
  for (;;) {
    const id = await upload(site, { ...clip, key }).catch(() => undefined); // something is away
    if (id !== undefined) return id;
    await pause(1000);
  }
}

async function upload(
  site: Stack,
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

/** Units that run now, with the worker that has them: ids of workers name their process. */
export function listRunning({ db }: CatalogData) {
  return db.selectFrom('transcode_units').selectAll().where('state', '=', 'running').execute();
}

/** The transcoder of a site to which a worker's id belongs. */
export function findTranscoder(site: Stack, workerId: string | null): StackProcess | undefined {
  const pid = Number(workerId?.split(':')[1]);
  const transcoders = Object.values(site.services).filter(({ name }) => name.startsWith('transcoder-'));
  return transcoders.find((process) => process.pid === pid);
}
