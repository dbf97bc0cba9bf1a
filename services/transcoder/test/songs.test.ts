import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { trySong } from './support/try-song.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

describe('a song without a picture', () => {
  it.each([
    ['an MP3 with a cover', { extension: 'mp3', encode: ['-q:a', '4'], cover: 'jpeg' }],
    ['an M4A without a cover', { extension: 'm4a', encode: [] }],
    ['an MP3 with much before its sound', { extension: 'mp3', encode: ['-ar', '8000', '-ac', '1'] }],
    ['an MP3 whose cover is broken', { extension: 'mp3', encode: [], cover: 'broken' }],
    ['a WAV of 24 bits', { extension: 'wav', encode: ['-c:a', 'pcm_s24le'] }],
  ] as const)('%s becomes a video of one picture', async (name, { encode, ...spec }) => {
    const { problems } = await trySong(bench, { name, seconds: 5.4, ...spec, encode: [...encode] });
    expect(problems).toEqual([]);
  });
});
