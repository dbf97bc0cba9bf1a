import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';

import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { makeSong } from './support/songs.ts';
import { trySong } from './support/try-song.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

describe('a song without a picture', () => {
  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['an MP3 with a cover', { extension: 'mp3', encode: ['-q:a', '4'], cover: 'jpeg' }],
      ['an MP3 with a transparent cover', { extension: 'mp3', encode: [], cover: 'transparent' }],
      ['an MP3 with an icon as cover', { extension: 'mp3', encode: [], cover: 'icon' }],
      ['an MP3 whose cover is broken', { extension: 'mp3', encode: [], cover: 'broken' }],
      ['a WAV of 24 bits', { extension: 'wav', encode: ['-c:a', 'pcm_s24le'] }],
      ['an M4A without a cover', { extension: 'm4a', encode: [] }],
      ['an MP3 with much before its sound', { extension: 'mp3', encode: ['-ar', '8000', '-ac', '1'] }],
    ]),
  )('%s becomes a video of one picture', async (name, { encode, ...spec }) => {
    const { problems } = await trySong(bench, { name, seconds: 5.4, ...spec, encode: [...encode] });
    expect(problems).toEqual([]);
  });

  it.runIf(isLongRun)('a cover of too many pixels does not cost the song', async () => {
    const spec = { name: 'a huge cover', seconds: 3, extension: 'mp3', encode: [] };
    const { problems } = await trySong(bench, { ...spec, cover: 'of 10,000 × 10,000 pixels' });
    expect(problems).toEqual([]);
  });

  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['m4a', ['-b:a', '128k', '-movflags', '+faststart']],
      ['wav', []],
      ['wma', ['-c:a', 'wmav2']],
      ['mp3', []],
      ['flac', []],
      ['aiff', []],
      ['caf', []],
      ['w64', []],
      ['mka', []],
    ]),
  )(
    'the readable part of a %s that was cut off is offered, and published if it is accepted',
    async (...of) => {
      const [extension, encode] = of;
      const spec = { name: 'a long song', extension, seconds: 20, encode: [...encode] };
      const path = await makeSong(bench.folder, spec);
      const whole = await readFile(path);
      await writeFile(path, whole.subarray(0, Math.floor(whole.length * 0.6)));
      const refused: unknown = await bench.plan(await bench.addSource(path)).catch((error: unknown) => error);
      assert(refused instanceof InputError);
      expect(refused.message).toMatch(/^The file is cut off: it should last 0:20 but ends after 0:1\d\./);
      assert(refused.readable);
      const { durationSeconds } = await transcodeHere(bench, path, [1], refused.readable);
      expect(durationSeconds).toBeCloseTo(refused.readable.endSeconds, 0);
    },
  );
});
