import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { FFMPEG, findCommand } from '@larksong/local';

import { readInit, readSegment } from '../../services/transcoder/src/rules/boxes.ts';
import { durationOf } from '../../services/transcoder/src/rules/fragment.ts';

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
  const playlist = (await fetchBytes(`${base}/${name}/playlist.m3u8`, headers)).toString();
  const parts: Buffer[] = [];
  const segments: ReadRendition['segments'] = [];
  let timescale = 1;
  let frames = 0;
  for (const line of playlist.split('\n')) {
    const uri = /^#EXT-X-MAP:URI="(.+)"/.exec(line)?.[1] ?? (line.endsWith('.m4s') ? line : undefined);
    if (uri === undefined) continue;
    const bytes = await fetchBytes(`${base}/${name}/${uri}`, headers);
    parts.push(bytes);
    if (line.startsWith('#')) ({ timescale } = readInit(bytes));
    else {
      const fragment = readSegment(bytes);
      segments.push({ startTicks: fragment.decodeTime, durationTicks: durationOf(fragment) });
      frames += fragment.samples.length;
    }
  }
  const decodeErrors = await decode(Buffer.concat(parts));
  return { name, timescale, segments, frames, isEnded: playlist.includes('#EXT-X-ENDLIST'), decodeErrors };
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
