import { expect, it } from 'vitest';

import { guardOptions, type FfmpegRun } from '../rules/input-args.ts';
import { decodeRun, encodeRun, measureRun } from './sound-args.ts';

/** One option list per line, without the guard that every run has. */
function show(run: FfmpegRun, protocol: 'file' | 'http', demuxer: string): string {
  const guard = guardOptions(protocol, demuxer);
  const input = run.inputOptions.filter((option) => !guard.includes(option));
  expect(run.inputOptions).toEqual(expect.arrayContaining(guard));
  return [
    ...input,
    `filter ${run.filter}`,
    ...run.outputs.flatMap(({ options, path }) => [...options, path]),
  ].join('\n');
}

it('the arguments for decoding select one stream of an untrusted file as raw samples', () => {
  const run = decodeRun({
    protocol: 'http',
    threads: 2,
    demuxer: 'mov',
    streamIndex: 1,
    output: '/job/whole.pcm',
  });
  expect(show(run, 'http', 'mov')).toMatchSnapshot();
});

it('the arguments for measuring accept raw samples and a short result with repetition', () => {
  expect(show(measureRun({ of: 'f32le', repeats: 0 }), 'file', 'f32le')).toMatchSnapshot('raw samples');
  expect(show(measureRun({ of: 'mp3', repeats: 9 }), 'file', 'mp3')).toMatchSnapshot('a short result');
});

it('the arguments for encoding apply a level and a limiter', () => {
  const run = encodeRun({ level: { gainDb: 7.25, ceilingDb: -2 }, output: '/job/sound.mp3' });
  expect(show(run, 'file', 'f32le')).toMatchSnapshot();
});
