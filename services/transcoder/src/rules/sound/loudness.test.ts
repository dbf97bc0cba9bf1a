import { describe, expect, it } from 'vitest';

import { guardOptions } from '../source/input-args.ts';
import { levelFilters, levelOf, loudnessRun, readLoudness, sampleFilters, windowsOf } from './loudness.ts';

const summary = (integrated: string, peak: string) => `[Parsed_ebur128_0 @ 0x1] Summary:

  Integrated loudness:
    I:         ${integrated} LUFS
    Threshold: -33.1 LUFS

  Loudness range:
    LRA:         1.0 LU
    Threshold: -43.0 LUFS
    LRA low:   -24.0 LUFS
    LRA high:  -23.0 LUFS

  True peak:
    Peak:       ${peak} dBFS
`;

describe('the loudness in a log', () => {
  it('the loudness comes from the last summary of the log, whatever titles precede it', () => {
    const log = `  title: Summary: I: -1.0 LUFS Peak: 3 dBFS\n${summary('-23.0', '-5.2')}`;
    expect(readLoudness(log)).toEqual({ integratedLufs: -23, truePeakDb: -5.2 });
  });

  it('the loudness is unknown without a summary, or if nothing passed the gate', () => {
    expect(readLoudness('Conversion failed!')).toBeUndefined();
    expect(readLoudness(summary('-70.0', '-inf'))).toBeUndefined();
    expect(readLoudness(summary('nan', '-inf'))).toBeUndefined();
  });
});

describe('the level of a video', () => {
  it.each([
    ['a quiet sound is raised', -30, -20, 14, false],
    ['a loud sound is lowered', -8, 0.5, -8, false],
    ['a sound at the target stays', -16, -3, 0, false],
    ['a very quiet sound is raised by at most 15 dB', -40, -30, 15, false],
    ['a sound just above the limit is raised', -50, -40, 15, false],
    ['noise below -50 LUFS stays', -50.1, -30, 0, false],
    ['peaks above the ceiling are limited', -22, -5, 6, true],
    ['peaks at the ceiling are not limited', -22, -8, 6, false],
    ['peaks 6 dB above the ceiling are limited by all of it', -22, -2, 6, true],
    ['a sound stays quieter if its peaks are higher than that', -22, -1, 5, true],
    ['a sound at the target is lowered if its peaks are far above full scale', -16, 6, -2, true],
  ])('%s', (_name, integratedLufs, truePeakDb, gainDb, limited) => {
    expect(levelOf({ integratedLufs, truePeakDb, isWhole: true })).toEqual({ gainDb, limited });
  });

  it('a sound that was not measured whole is limited unless even high peaks stay below the ceiling', () => {
    const parts = (integratedLufs: number) => levelOf({ integratedLufs, truePeakDb: -20, isWhole: false });
    expect(parts(-20)).toEqual({ gainDb: 4, limited: true });
    expect(parts(-10)).toEqual({ gainDb: -6, limited: false });
  });

  it('only what changes the sound becomes a filter', () => {
    expect(levelFilters(undefined)).toEqual([]);
    expect(levelFilters({ gainDb: 0, limited: false })).toEqual([]);
    expect(levelFilters({ gainDb: -3.5, limited: false })).toEqual(['volume=-3.50dB']);
    expect(levelFilters({ gainDb: 0, limited: true })).toHaveLength(3);
  });
});

it('only floating-point samples of the file itself are checked', () => {
  expect(sampleFilters('pcm_f32le')).toHaveLength(1);
  expect(sampleFilters('pcm_f64le')).toHaveLength(1);
  for (const codec of ['aac', 'pcm_s16le', 'pcm_bluray']) expect(sampleFilters(codec)).toEqual([]);
});

describe('the measured parts', () => {
  it('a sound of up to two minutes is measured whole', () => {
    expect(windowsOf({ durationSeconds: 120, seekable: true })).toEqual([
      { fromSeconds: 0, lengthSeconds: 120 },
    ]);
    expect(windowsOf({ durationSeconds: 3, seekable: false })).toEqual([
      { fromSeconds: 0, lengthSeconds: 3 },
    ]);
  });

  it('a long sound is measured in windows that are spread over it, or at its beginning if it cannot seek', () => {
    const windows = windowsOf({ durationSeconds: 1200, seekable: true });
    expect(windows).toHaveLength(12);
    expect(windows[0]).toEqual({ fromSeconds: 47.5, lengthSeconds: 5 });
    expect(windows.at(-1)).toEqual({ fromSeconds: 1147.5, lengthSeconds: 5 });
    for (const durationSeconds of [1200, Infinity])
      expect(windowsOf({ durationSeconds, seekable: false })).toEqual([
        { fromSeconds: 0, lengthSeconds: 120 },
      ]);
  });

  it('every window is opened with the guard against hostile files', () => {
    const guarded = { protocol: 'http', demuxer: 'mov', decoded: [1] } as const;
    const run = loudnessRun({
      ...guarded,
      streamIndex: 1,
      codec: 'aac',
      windows: windowsOf({ durationSeconds: 1200, seekable: true }).slice(0, 2),
    });
    const guard = guardOptions(guarded);
    for (const options of [run.inputOptions, ...(run.furtherInputs ?? [])])
      expect(options.join(' ')).toContain(guard.join(' '));
    const show = (options: string[]) => options.filter((option) => !guard.includes(option)).join(' ');
    expect(
      [show(run.inputOptions), ...(run.furtherInputs ?? []).map(show), ...run.filter.split(/[;,]/)].join(
        '\n',
      ),
    ).toMatchSnapshot();
  });
});
