import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { createTestFolder } from '@larksong/service-kit/testing';
import { readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runFfmpeg } from '../src/media/ffmpeg.ts';
import { collect } from '../src/media/process.ts';
import { confine } from '../src/media/sandbox.ts';
import type { MediaTools } from '../src/media/tools.ts';
import { createFolder, prepareWorkRoot } from '../src/media/work-folder.ts';
import { createBench, type Bench } from './support/bench.ts';
import { untilProcesses } from './support/processes.ts';
import { writeProgram } from './support/programs.ts';

/** Moments before, during and after the start of the sandbox; more of them lie closer together. */
const MOMENTS = readCount('ABORT_MOMENTS', 10);
const MOMENTS_MS = Array.from({ length: MOMENTS }, (_, index) => Math.round((40 * index) / MOMENTS));
/** Far more than the end of a process takes on a busy machine; the programs here would never end. */
const SOON_MS = 20_000;
const STOP = new Error('stop');

let bench: Bench;
let programs: Awaited<ReturnType<typeof createTestFolder>>;
let tools: MediaTools;
beforeAll(async () => {
  [bench, programs] = await Promise.all([createBench(), createTestFolder()]);
  // Never ends, and ignores SIGTERM.
  const hanging = await writeProgram(programs.path, 'hanging', ['trap "" TERM', 'while :; do sleep 1; done']);
  tools = { ...bench.tools, ffmpeg: hanging, ffprobe: hanging };
});
afterAll(() => Promise.all([bench?.close(), programs?.remove()]));

function abortAfter(ms: number): AbortSignal {
  const stop = new AbortController();
  void pause(ms).then(() => stop.abort(STOP));
  return stop.signal;
}

it.each(MOMENTS_MS)('no ffmpeg process remains if it is aborted %i ms after its start', async (ms) => {
  const workDir = await createFolder(`${bench.workRoot}/${randomUUID()}`, tools.isolation);
  const source = { protocol: 'file', address: workDir, failure: () => undefined, close: () => {} } as const;
  const run = { inputOptions: [], filter: '', outputs: [{ options: [], path: `${workDir}/out` }] };
  const options = { source, workDir, signal: abortAfter(ms), timeoutMs: 60_000 };
  await expect(runFfmpeg(tools, run, options)).rejects.toBe(STOP);
  await untilProcesses(workDir, 'gone', SOON_MS);
});

it.each(MOMENTS_MS)('no ffprobe process remains if it is aborted %i ms after its start', async (ms) => {
  const mark = randomUUID();
  const command = confine(tools.isolation, { program: tools.ffprobe, network: false, cpuSeconds: 60 });
  const limits = { signal: abortAfter(ms), timeoutMs: 60_000, maxOutputBytes: 1000 };
  await expect(collect([...command, mark], limits)).rejects.toBe(STOP);
  await untilProcesses(mark, 'gone', SOON_MS);
});

it('the next worker kills the processes of a killed worker and deletes its folder', async () => {
  const killed = spawn('true');
  await once(killed, 'exit');
  const all = `${bench.folder}/larksong-transcoder`;
  const left = `${all}/${killed.pid}/${randomUUID()}`;
  await mkdir(left, { recursive: true });
  const ffmpeg = spawn(tools.ffmpeg, [`${left}/out.mp4`], { stdio: 'ignore' });
  const ended = once(ffmpeg, 'exit');
  await prepareWorkRoot(bench.folder);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await readdir(all)).toEqual([String(process.pid)]);
});
