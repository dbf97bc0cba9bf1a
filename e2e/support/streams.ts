import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { FFMPEG, findCommand } from '@larksong/local';

import { readInit, readSegment } from '../../services/transcoder/src/rules/segment/boxes.ts';
import { durationOf } from '../../services/transcoder/src/rules/segment/fragment.ts';

const run = promisify(execFile);

export interface ReadRendition {
  /** `720p` … or `audio`. */
  name: string;
  timescale: number;
  segments: { startTicks: number; durationTicks: number }[];
  isEnded: boolean;
  /** Number of samples in the whole rendition, from its boxes. */
  frames: number;
  /** ffmpeg's log after decoding the whole rendition; empty if there were no errors. */
  decodeErrors: string;
}

/** Fetches a whole stream as a player would, parses its boxes and decodes it. */
export async function readStream(
  siteUrl: string,
  videoId: string,
  headers: Record<string, string> = {},
): Promise<ReadRendition[]> {
  const base = `${siteUrl}/hls/${videoId}`;
  const master = (await fetchBytes(`${base}/master.m3u8`, headers)).toString();
  const names = [...master.matchAll(/(?:URI=")?(\w+)\/playlist\.m3u8/g)].map((match) => match[1] ?? '');
  const renditions: ReadRendition[] = [];
  for (const name of names) renditions.push(await readRendition(base, name, headers));
  return renditions;
}

async function readRendition(
  base: string,
  name: string,
  headers: Record<string, string>,
): Promise<ReadRendition> {
  const { isEnded, segments: listed } = await fetchPlaylist(`${base}/${name}`, headers);
  const parts: Buffer[] = [];
  const segments: ReadRendition['segments'] = [];
  let timescale = 1;
  let frames = 0;
  for (const { init, segment } of await fetchSegments(`${base}/${name}`, listed, headers)) {
    if (!parts.includes(init)) parts.push(init);
    parts.push(segment);
    ({ timescale } = readInit(init));
    const fragment = readSegment(segment);
    segments.push({ startTicks: fragment.decodeTime, durationTicks: durationOf(fragment) });
    frames += fragment.samples.length;
  }
  const decodeErrors = await decode(Buffer.concat(parts));
  return { name, timescale, segments, frames, isEnded, decodeErrors };
}

/** The parts of a media playlist that players depend on. */
export interface ReadPlaylist {
  targetSeconds: number;
  isEnded: boolean;
  segments: { uri: string; initUri: string; durationSeconds: number }[];
}

/** Fetches the media playlist of a rendition, whose address is `base`. */
export async function fetchPlaylist(
  base: string,
  headers: Record<string, string> = {},
): Promise<ReadPlaylist> {
  const text = (await fetchBytes(`${base}/playlist.m3u8`, headers)).toString();
  const segments: ReadPlaylist['segments'] = [];
  let [initUri, durationSeconds] = ['', 0];
  for (const line of text.split('\n')) {
    initUri = /^#EXT-X-MAP:URI="(.+)"/.exec(line)?.[1] ?? initUri;
    durationSeconds = Number(/^#EXTINF:(.+),/.exec(line)?.[1] ?? durationSeconds);
    if (line.endsWith('.m4s')) segments.push({ uri: line, initUri, durationSeconds });
  }
  const targetSeconds = Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1]);
  return { targetSeconds, isEnded: text.includes('#EXT-X-ENDLIST'), segments };
}

/** Fetches the segments of a playlist, each with its init segment, which is fetched once. */
export async function fetchSegments(
  base: string,
  segments: ReadPlaylist['segments'],
  headers: Record<string, string> = {},
): Promise<{ init: Buffer; segment: Buffer }[]> {
  const inits = new Map<string, Buffer>();
  const fetched: { init: Buffer; segment: Buffer }[] = [];
  for (const { uri, initUri } of segments) {
    const init = inits.get(initUri) ?? (await fetchBytes(`${base}/${initUri}`, headers));
    inits.set(initUri, init);
    fetched.push({ init, segment: await fetchBytes(`${base}/${uri}`, headers) });
  }
  return fetched;
}

async function fetchBytes(url: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function decode(bytes: Buffer): Promise<string> {
  const ffmpeg = (await findCommand(FFMPEG.commands)) ?? 'ffmpeg';
  const folder = await mkdtemp(join(tmpdir(), 'larksong-stream-'));
  try {
    const file = join(folder, 'rendition.mp4');
    await writeFile(file, bytes);
    const { stderr } = await run(ffmpeg, ['-v', 'error', '-nostdin', '-i', file, '-f', 'null', '-']);
    return stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
