import { expect, it } from 'vitest';

import { guardOptions, type FfmpegRun, type GuardedInput } from '../rules/source/input-args.ts';
import { decodeAndMeasureRun, decodeRun, encodeRun, measureRun } from './sound-args.ts';

/** One option list per line, without the guard that every run has. */
function show(run: FfmpegRun, guarded: GuardedInput): string {
  const guard = guardOptions(guarded);
  const input = run.inputOptions.filter((option) => !guard.includes(option));
  expect(run.inputOptions).toEqual(expect.arrayContaining(guard));
  return [
    ...input,
    `filter ${run.filter}`,
    ...run.outputs.flatMap(({ options, path }) => [...options, path]),
  ].join('\n');
}

const own = (demuxer: string) => ({ protocol: 'file' as const, demuxer, decoded: [0] });

it('the arguments for decoding select one stream of an untrusted file as raw samples', () => {
  const run = decodeRun({
    protocol: 'http',
    threads: 2,
    demuxer: 'mov',
    streamIndex: 1,
    output: '/job/whole.pcm',
  });
  expect(show(run, { protocol: 'http', demuxer: 'mov', decoded: [1] })).toMatchSnapshot();
});

it('the arguments for measuring accept raw samples and a short result with repetition', () => {
  expect(show(measureRun({ of: 'f32le', repeats: 0 }), own('f32le'))).toMatchSnapshot('raw samples');
  expect(show(measureRun({ of: 'mp3', repeats: 9 }), own('mp3'))).toMatchSnapshot('a short result');
});

it('the arguments for encoding apply a level and a limiter', () => {
  const run = encodeRun({ level: { gainDb: 7.25, ceilingDb: -2 }, output: '/job/sound.mp3' });
  expect(show(run, own('f32le'))).toMatchSnapshot();
});

it('the arguments for a sound in the form of the site decode and measure it at once', () => {
  const run = decodeAndMeasureRun({ protocol: 'file', threads: 2, repeats: 3, output: '/job/own.pcm' });
  expect(show(run, own('mp3'))).toMatchSnapshot();
});
