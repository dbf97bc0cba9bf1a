import { readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import type { catalog } from '@larksong/contracts';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, it } from 'vitest';

import type { Job } from '../src/job.ts';
import { makeCaptions } from '../src/units/captions.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { processesWith } from './support/processes.ts';

const line = faultLine(15);
/** Duration of the repeated part. */
const SECONDS = 5;
const MIB = 1024 * 1024;

let bench: Bench;
let part: string;
beforeAll(async () => {
  bench = await createBench();
  part = `${bench.folder}/part.mkv`;
  const noise = `color=gray:s=1280x720:r=5:d=${SECONDS},noise=alls=100:allf=t`;
  await ffmpeg(['-f', 'lavfi', '-i', noise, '-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p', part]);
});
afterAll(() => bench?.close());

/** Makes a Matroska film of about a size, with a subtitle every second. Returns its path and their number. */
async function makeFilm(sizeMib: number): Promise<{ path: string; count: number }> {
  const { size } = await stat(part);
  const repeats = Math.ceil((sizeMib * MIB) / size);
  const count = repeats * SECONDS;
  const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 23).replace('.', ',');
  const cues = Array.from(
    { length: count },
    (_, n) => `${n + 1}\n${clock(n)} --> ${clock(n + 0.5)}\nDuck ${n}\n`,
  );
  const texts = `${bench.folder}/${sizeMib}.srt`;
  await writeFile(texts, cues.join('\n'));
  const path = `${bench.folder}/${sizeMib}.mkv`;
  const loop = ['-stream_loop', String(repeats - 1), '-i', part, '-i', texts];
  await ffmpeg([...loop, '-map', '0', '-map', '1', '-c', 'copy', path]);
  return { path, count };
}

/** Reads the captions of a film. Returns their number, and the time and the memory that this took. */
async function read(path: string): Promise<{ cues: number; seconds: number; megabytes: number }> {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId);
  let [cues, seconds, megabytes] = [0, 0, 0];
  const work = async (job: Job): Promise<catalog.UnitResult> => {
    const over = new AbortController();
    const watching = watchMemory(job.workDir, over.signal, (peak) => (megabytes = Math.max(megabytes, peak)));
    const startedAt = performance.now();
    const [caption] = await makeCaptions(job);
    seconds = (performance.now() - startedAt) / 1000;
    over.abort();
    await watching;
    cues = (await bench.read(caption?.key ?? '')).toString().split('-->').length - 1;
    return { kind: 'audio', segmentCount: 1 };
  };
  await bench.run({ kind: 'extras', videoId, plan, work });
  return { cues, seconds, megabytes };
}

/** Reports the peak memory of the processes with a text on their command line until the signal is aborted. */
async function watchMemory(
  text: string,
  signal: AbortSignal,
  report: (megabytes: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    for (const pid of processesWith(text)) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      report(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
    }
    await pause(20);
  }
}

it('the captions of a large file are read in bounded memory', async () => {
  const film = await makeFilm(400);
  const { cues, seconds, megabytes } = await read(film.path);
  line.prove(`captions of a file of 400 MiB, ${seconds.toFixed(1)} s`, {
    'missing captions': { measured: film.count - cues, atMost: 0 },
    memory: { measured: megabytes, atMost: 150, unit: 'MB' },
    time: { measured: seconds, atMost: 60, unit: 's' },
  });
});
