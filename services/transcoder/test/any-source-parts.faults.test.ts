import { readFile, writeFile } from 'node:fs/promises';

import { faultLine } from '@larksong/service-kit/testing/faults';
import { createRandom, readCount, readSeed, type Random } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { findSignals, H264, signalInputs } from './support/signals.ts';
import { transcode } from './support/whole-video.ts';

const line = faultLine(33);
const SEED = readSeed();
const FILMS = readCount('FILMS_OF_PARTS', 40);
process.stdout.write(`films of parts: SEED=${SEED}\n`);

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

interface Part {
  seconds: number;
  size: string;
  start: number;
  encode: string[];
}

interface Film {
  name: string;
  parts: Part[];
}

const CONTAINERS = {
  ts: { video: [...H264], sounds: ['mp2', 'ac3', 'aac'] },
  m2ts: { video: [...H264, '-bf', '2'], sounds: ['ac3'] },
  mpg: { video: ['-c:v', 'mpeg2video', '-bf', '2', '-q:v', '3'], sounds: ['mp2'] },
} as const;
const STARTS = [0, 0, 3, 40, 700, 5000, 60_000] as const;
const SIZES = ['160x96', '320x192', '96x160'] as const;

/** Returns a film of joined recordings, a film whose streams change their format, or both. */
function filmOf(random: Random): Film {
  const container = random.pick(['ts', 'ts', 'm2ts', 'mpg'] as const);
  const { sounds, video } = CONTAINERS[container];
  const sound = random.pick(sounds);
  const [isJoined, isChanged] = random.pick([
    [true, false],
    [false, true],
    [true, true],
  ] as const);
  let end = 0;
  const parts = Array.from({ length: random.whole(2, 3) }, (): Part => {
    const seconds = random.whole(2, 7);
    const start = isJoined ? random.pick(STARTS) : end;
    end = start + seconds;
    const canHaveSurround = sound === 'ac3';
    const channels = isChanged && canHaveSurround ? random.pick(['2', '6']) : '2';
    // Where ffmpeg takes a later rate for that of the whole stream, the film is refused (decision 067).
    const rate =
      isChanged && container === 'ts' && sound !== 'ac3' ? random.pick(['44100', '48000']) : '48000';
    return {
      ...{ seconds, start, size: isChanged ? random.pick(SIZES) : SIZES[0] },
      encode: [...video, '-c:a', sound, '-ac', channels, '-ar', rate],
    };
  });
  return { name: `film.${container}`, parts };
}

async function makeFilm({ name, parts }: Film): Promise<string> {
  const written: Buffer[] = [];
  for (const { encode, seconds, size, start } of parts) {
    const path = `${bench.folder}/part-${name}`;
    await ffmpeg([...signalInputs(seconds, size), ...encode, '-output_ts_offset', String(start), path]);
    written.push(await readFile(path));
  }
  const path = `${bench.folder}/${name}`;
  await writeFile(path, Buffer.concat(written));
  return path;
}

/** Returns what is wrong with a published film, or undefined if nothing is. */
async function tryFilm(film: Film): Promise<string | undefined> {
  const total = film.parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const { durationSeconds, segments } = await transcode(bench, await makeFilm(film), {
    resolutions: ['360p'],
  });
  if (Math.abs(durationSeconds - total) > 0.15 * film.parts.length) return `it lasts ${durationSeconds} s`;
  const { flashes, beeps } = await findSignals(bench, segments);
  if (flashes.length !== total || beeps.length !== total)
    return `${flashes.length} flashes and ${beeps.length} beeps instead of ${total}`;
  const apart = Math.max(...flashes.map((flash, index) => Math.abs(flash - (beeps[index] ?? 0))));
  return apart > 0.065 ? `sound and picture are ${apart.toFixed(3)} s apart` : undefined;
}

describe('films of several parts', () => {
  it('every flash and beep of joined and changed recordings is published, in step', async () => {
    const wrong: string[] = [];
    for (let number = 0; number < FILMS; number += 1) {
      const film = filmOf(createRandom(SEED * 7919 + number));
      const problem = await tryFilm(film).catch(String);
      if (problem === undefined) continue;
      wrong.push(`film ${number}: ${problem}: ${JSON.stringify(film)}`);
      process.stdout.write(`${wrong.at(-1)}\n`);
    }
    line.prove('films of joined and changed parts', {
      films: { measured: FILMS, atLeast: FILMS },
      'lost or out of step': { measured: wrong.length, atMost: 0 },
    });
    expect(wrong).toEqual([]);
  });
});
