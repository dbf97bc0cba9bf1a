import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { audioRun } from '../sound/audio-args.ts';
import { guardOptions, type FfmpegRun } from '../source/input-args.ts';
import { chunkRun } from './ffmpeg-args.ts';
import { pickLadder } from './ladder.ts';
import { planStoryboard, storyboardRun, storyboardSegments, thumbnailRun } from './picture-args.ts';

const TOOLS = { protocol: 'file', threads: 2, canTonemap: true } as const;

const plan: catalog.Plan = {
  demuxer: 'mov',
  durationSeconds: 61.5,
  startSeconds: 1.4,
  seekable: true,
  video: {
    streamIndex: 0,
    codec: 'h264',
    width: 1280,
    height: 720,
    frameRate: '60000/1001',
    variableFrameRate: false,
    interlaced: true,
    hdr: false,
  },
  audio: { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 },
  rungs: pickLadder({ width: 1280, height: 720, frameRate: { numerator: 60_000, denominator: 1001 } }, [
    '720p',
    '360p',
  ]),
};
const middle = { startSeconds: 4, endSeconds: 12, firstSegment: 1, segmentCount: 2 };
const last = { startSeconds: 60, endSeconds: 61.5, firstSegment: 15, segmentCount: 1 };
const folderOf = (rung: { resolution: string }) => `/job/${rung.resolution}`;
const chunkOf = { ...TOOLS, plan, rungs: plan.rungs, folderOf, seek: true };

/** One option list per line, without the guard that every run has. */
function show(run: FfmpegRun): string {
  const guard = guardOptions({ protocol: TOOLS.protocol, demuxer: plan.demuxer, decoded: [0, 1] });
  const input = run.inputOptions.filter((option) => !guard.includes(option));
  return [
    input.join(' '),
    ...run.filter.split(/[;,]/),
    ...run.outputs.map((output) => [...output.options, output.path].join(' ')),
  ].join('\n');
}

describe('arguments', () => {
  it('the arguments of every run contain the guard against hostile files', () => {
    const runs = [
      chunkRun({ ...chunkOf, chunk: middle }),
      audioRun({ ...TOOLS, plan, folder: '/job' }),
      thumbnailRun({ ...TOOLS, plan, folder: '/job', atSeconds: 9, seek: true }),
    ];
    const ofSource = guardOptions({ ...plan, protocol: 'file', decoded: [0, 1] }).join(' ');
    for (const run of runs) expect(run.inputOptions.join(' ')).toContain(ofSource);
    const ofRung = guardOptions({ demuxer: 'mov', protocol: 'file', decoded: [0] }).join(' ');
    const storyboard = storyboardRun({ ...TOOLS, plan, folder: '/job', storyboard: planStoryboard(plan) });
    expect(storyboard.inputOptions.join(' ')).toContain(ofRung);
    for (const run of [...runs, storyboard]) {
      expect(run.inputOptions).toContain('-nostdin');
      for (const output of run.outputs) expect(output.options).not.toContain('copy');
    }
    expect(guardOptions({ protocol: 'http', demuxer: 'mov', decoded: [0, 2] })).toMatchSnapshot();
  });

  it('the arguments of an interlaced chunk at a constant rate match the snapshot', () => {
    expect(show(chunkRun({ ...chunkOf, chunk: middle }))).toMatchSnapshot();
  });

  it('the arguments of one rung scale it as if the larger ones were encoded too', () => {
    const all = chunkRun({ ...chunkOf, chunk: middle });
    const smallest = chunkRun({ ...chunkOf, chunk: middle, rungs: plan.rungs.slice(1) });
    expect(smallest.outputs).toEqual(all.outputs.slice(1));
    expect(smallest.filter).toBe(all.filter.replace(',split=2[s0]', '').replace(/\[s0\][^;]+;/, ''));
    const largest = chunkRun({ ...chunkOf, chunk: middle, rungs: plan.rungs.slice(0, 1) });
    expect(largest.outputs).toEqual(all.outputs.slice(0, 1));
    expect(largest.filter).toBe(
      all.filter.replace(/,split=2.*/, `,${/\[s0\](settb=[^;]+)/.exec(all.filter)?.[1]}`),
    );
  });

  it('the arguments of the last chunk at a variable rate in high dynamic range match the snapshot', () => {
    const video = { ...plan.video, variableFrameRate: true, interlaced: false, hdr: true };
    expect(show(chunkRun({ ...chunkOf, plan: { ...plan, video }, chunk: last }))).toMatchSnapshot();
  });

  it('the arguments of a middle chunk at a variable rate force its key frames', () => {
    const video = { ...plan.video, variableFrameRate: true, interlaced: false };
    const { filter, outputs } = chunkRun({
      ...chunkOf,
      plan: { ...plan, video },
      chunk: middle,
      seek: false,
    });
    expect(filter).toContain("select='gte(pts,360000)*(lt(pts,1080000)+lt(prev_pts,1080000))'");
    expect(outputs[0]?.options.join(' ')).toContain('-force_key_frames 4,8,12 ');
  });

  it('the arguments of the audio match the snapshot', () => {
    expect(show(audioRun({ ...TOOLS, plan, folder: '/job/audio' }))).toMatchSnapshot();
  });

  it('the arguments of a sound that is raised and limited match the snapshot', () => {
    const audio = { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 };
    const level = { gainDb: 6.2, limited: true };
    const run = audioRun({ ...TOOLS, plan: { ...plan, audio: { ...audio, level } }, folder: '/job/audio' });
    expect(run.filter.split(/[;,]/).join('\n')).toMatchSnapshot();
  });

  it('the arguments of the thumbnail and the storyboard match the snapshots', () => {
    expect(
      show(thumbnailRun({ ...TOOLS, plan, folder: '/job', atSeconds: 9.2, seek: true })),
    ).toMatchSnapshot('thumbnail');
    const storyboard = planStoryboard(plan);
    expect(storyboard).toEqual({ intervalSeconds: 2, columns: 10, rows: 4, tileWidth: 160, tileHeight: 90 });
    expect(show(storyboardRun({ ...TOOLS, plan, folder: '/job', storyboard }))).toMatchSnapshot('storyboard');
  });

  it('the storyboard of a long video reads only key frames and has at most a hundred tiles', () => {
    const long = { ...plan, durationSeconds: 5400 };
    const storyboard = planStoryboard(long);
    expect(storyboard).toMatchObject({ intervalSeconds: 54, columns: 10, rows: 10 });
    expect(storyboardRun({ ...TOOLS, plan: long, folder: '/job', storyboard }).inputOptions).toContain(
      'nokey',
    );
    const segments = Array.from({ length: 1350 }, (_, index) => ({
      startSeconds: index * 4,
    })) as catalog.Segment[];
    const times = storyboardSegments(long, segments).map(({ startSeconds }) => startSeconds);
    expect(times).toHaveLength(100);
    expect(times.slice(0, 4)).toEqual([0, 56, 108, 164]);
    expect(storyboardSegments(plan, segments)).toBe(segments);
  });
});
