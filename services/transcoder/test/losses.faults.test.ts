import { readFile, writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { H264, signalInputs } from './support/signals.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const FLV_HEADER_BYTES = 13;

async function makeClip(name: string, encode: readonly string[]): Promise<Buffer> {
  const path = `${bench.folder}/${name}`;
  await ffmpeg([...signalInputs(4), ...encode, path]);
  return readFile(path);
}

async function expectRefusal(name: string, bytes: Buffer, sentence: RegExp): Promise<void> {
  const path = `${bench.folder}/${name}`;
  await writeFile(path, bytes);
  const error: unknown = await transcodeHere(bench, path).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: 'damaged', readable: { endSeconds: expect.any(Number) } });
  expect((error as Error).message).toMatch(sentence);
}

describe('what was read and is not published', () => {
  it('a film whose times start again in a container that cannot be joined is not published by half', async () => {
    const clip = await makeClip('clip.flv', [...H264, '-c:a', 'aac']);
    const joined = Buffer.concat([clip, clip.subarray(FLV_HEADER_BYTES)]);
    await expectRefusal('joined.flv', joined, /only 0:04 of its 0:08 could be read/);
  });

  it('a film with pictures that cannot be decoded is not published with held ones', async () => {
    const clip = await makeClip('clip.mov', ['-c:v', 'mjpeg', '-c:a', 'pcm_s16le']);
    clip.fill(0, Math.floor(clip.length / 3), Math.floor(clip.length / 2));
    await expectRefusal('holes.mov', clip, /only 0:03 of its 0:04 could be read/);
  });
});
