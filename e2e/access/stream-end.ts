import { setTimeout as pause } from 'node:timers/promises';

import { startStopwatch } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { expect } from 'vitest';

import { fetchPlaylist } from '../support/streams.ts';
import { rawCall } from './raw-call.ts';

/** Within this time after the loss of a right, nothing more of a video is sent. */
export const LIMIT_SECONDS = 10;
/** Between two rounds of questions. */
const PAUSE_MS = isLongRun ? 250 : 1000;

/** Every form in which a player, a browser or a download tool asks for something that the gateway keeps. */
const FORMS: { method: string; headers: Record<string, string> }[] = [
  { method: 'GET', headers: {} },
  { method: 'HEAD', headers: {} },
  { method: 'GET', headers: { range: 'bytes=0-9' } },
  { method: 'GET', headers: { range: 'bytes=0-3,6-9' } },
  { method: 'GET', headers: { range: 'bytes=0-9', 'if-range': '"other"' } },
  { method: 'GET', headers: { 'if-none-match': '*' } },
];
export const ALLOWED: ReadonlySet<number> = new Set([200, 206, 304]);

export type Credentials = Record<string, string>;

/** A video of a site, and the path of its picture. */
export interface StreamedVideo {
  siteUrl: string;
  id: string;
  thumbnail: string | null;
}

/** Returns the addresses of everything of a video in 360p that the gateway keeps. */
export async function listAddresses(
  { siteUrl, id, thumbnail }: StreamedVideo,
  credentials: Credentials,
): Promise<string[]> {
  const base = `${siteUrl}/hls/${id}`;
  const { segments } = await fetchPlaylist(`${base}/360p`, credentials);
  const files = segments.flatMap(({ initUri, uri }) => [initUri, uri]);
  return [
    `${base}/master.m3u8`,
    `${base}/360p/playlist.m3u8`,
    ...new Set(files.map((file) => `${base}/360p/${file}`)),
    siteUrl + thumbnail,
  ];
}

/** Asks for every address in every form and returns the statuses; one address after another, as a player does. */
export async function askAll(addresses: string[], credentials: Credentials): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) {
    const answers = FORMS.map(({ method, headers }) =>
      rawCall(address, method, { headers: { ...headers, ...credentials } }),
    );
    for (const { status } of await Promise.all(answers)) statuses.push(status);
  }
  return statuses;
}

/**
 * Lets a viewer ask for everything of a video again and again, and takes the right away meanwhile. Returns and prints the
 * seconds after which something was sent for the last time.
 */
export async function timeEnd(
  name: string,
  {
    video,
    credentials,
    lose,
  }: { video: StreamedVideo; credentials: Credentials; lose: () => Promise<unknown> },
): Promise<number> {
  const addresses = await listAddresses(video, credentials);
  for (let time = 0; time < 2; time += 1)
    for (const status of await askAll(addresses, credentials)) expect(ALLOWED).toContain(status);
  await lose();
  const seconds = await measureEnd(addresses, credentials);
  console.log(`${name}: the last byte was requested after ${seconds.toFixed(1)} s`);
  return seconds;
}

async function measureEnd(addresses: string[], credentials: Credentials): Promise<number> {
  const elapsedMs = startStopwatch();
  for (let lastSeconds = 0; ;) {
    const askedSeconds = elapsedMs() / 1000;
    const statuses = await askAll(addresses, credentials);
    if (statuses.every((status) => status === 404)) return lastSeconds;
    for (const status of statuses) expect([...ALLOWED, 404]).toContain(status);
    lastSeconds = askedSeconds;
    if (lastSeconds > LIMIT_SECONDS + 5) throw new Error('the video is still sent');
    await pause(PAUSE_MS);
  }
}
