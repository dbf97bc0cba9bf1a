import { readFile, writeFile } from 'node:fs/promises';

import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { findSignals, H264, signalInputs } from './support/signals.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const SECONDS = 3;
const BROADCAST = [...H264, '-bf', '2', '-c:a', 'mp2'] as const;
const DVD = ['-c:v', 'mpeg2video', '-bf', '2', '-q:v', '3', '-c:a', 'mp2', '-f', 'vob'] as const;

/** Makes recordings of three seconds that begin at the given times, and joins them byte by byte. */
async function joinRecordings(name: string, starts: number[], encode: readonly string[]): Promise<string> {
  const parts: Buffer[] = [];
  for (const [index, start] of starts.entries()) {
    const part = `${bench.folder}/${index}-${name}`;
    await ffmpeg([...signalInputs(SECONDS), ...encode, '-output_ts_offset', String(start), part]);
    parts.push(await readFile(part));
  }
  const path = `${bench.folder}/${name}`;
  await writeFile(path, Buffer.concat(parts));
  return path;
}

describe('joined recordings', () => {
  it.each(
    firstKinds<[string, string, number[], readonly string[]]>('SOURCE_KINDS', 2, [
      ['starts again twice on a DVD', 'again.vob', [0, 0, 0], DVD],
      ['jumps back and ahead in a camera', 'both.m2ts', [700, 0, 700], [...H264, '-bf', '2', '-c:a', 'ac3']],
      ['starts again in a transport stream', 'again.ts', [0, 0], BROADCAST],
      ['jumps far ahead', 'ahead.ts', [0, 5000], BROADCAST],
    ]),
  )(
    'a recording that %s is published whole, with sound and picture in step',
    async (_, name, starts, encode) => {
      const { durationSeconds, segments } = await transcodeHere(
        bench,
        await joinRecordings(name, starts, encode),
      );
      const total = starts.length * SECONDS;
      expect(Math.abs(durationSeconds - total)).toBeLessThan(0.1);
      const { flashes, beeps } = await findSignals(bench, segments);
      expect(flashes).toHaveLength(total);
      expect(beeps).toHaveLength(total);
      for (const [index, flash] of flashes.entries()) {
        expect(Math.abs(flash - index)).toBeLessThan(0.1);
        expect(Math.abs((beeps[index] ?? 0) - flash)).toBeLessThan(0.045);
      }
    },
  );

  it.runIf(isLongRun)('parts that overlap by two frames stay in step', async () => {
    // Its frames are out of order, so the first part begins two frames late.
    const path = await joinRecordings('overlap.m2ts', [0, SECONDS], [...H264, '-bf', '2', '-c:a', 'ac3']);
    const { segments } = await transcodeHere(bench, path);
    const { flashes, beeps } = await findSignals(bench, segments);
    expect([flashes.length, beeps.length]).toEqual([2 * SECONDS, 2 * SECONDS]);
    for (const [index, flash] of flashes.entries())
      expect(Math.abs((beeps[index] ?? 0) - flash)).toBeLessThan(0.06);
  });

  it('a pause of the picture alone, slow pictures and the end of the range of times are no seams', async () => {
    const drop = ['-vf', "select='not(between(t,2,14))'", '-fps_mode', 'passthrough'];
    const paused = `${bench.folder}/paused.ts`;
    await ffmpeg([...signalInputs(16), ...drop, ...BROADCAST, paused]);
    const slow = `${bench.folder}/slow.ts`;
    const rarely = ['-vf', "select='lt(t,2)+not(mod(n,300))'", '-fps_mode', 'passthrough', '-an'];
    await ffmpeg([...signalInputs(40), ...rarely, ...H264, '-bf', '0', slow]);
    const wrapped = await joinRecordings('wrapped.ts', [2 ** 33 / 90_000 - 2], BROADCAST);
    for (const [path, seconds] of [
      [paused, 16],
      [slow, 36],
      [wrapped, 3],
    ] as const) {
      const plan = await bench.plan(await bench.addSource(path), ['360p']);
      expect(plan.seams).toBeUndefined();
      expect(Math.abs(plan.durationSeconds - seconds)).toBeLessThan(0.3);
    }
  });
});
