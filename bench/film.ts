/*
 * Measures the processor time of an hour of film on this machine: node bench/film.ts FILE [SECONDS]. The file is repeated
 * or cut to that many seconds, 120 by default. Needs Linux and root.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';

import { pickLadder } from '../services/transcoder/src/rules/picture/ladder.ts';
import { lengthenClip } from './transcode/clips.ts';
import { withProcessorClock } from './transcode/processor-time.ts';
import { transcodeOnSite } from './transcode/site.ts';

const [file, seconds = '120'] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a file: node bench/film.ts FILE [SECONDS]');

const folder = await mkdtemp(join(tmpdir(), 'larksong-film-'));
try {
  await withProcessorClock(async (clock) => {
    const clip = await lengthenClip(file, { folder, seconds: Number(seconds) });
    const rungs = pickLadder(clip, catalog.DEFAULT_RESOLUTIONS);
    const { cpuSeconds, completedSeconds } = await transcodeOnSite(clip, rungs, {
      folder,
      clock,
      workers: 1,
    });
    const sizes = rungs.map(({ resolution }) => resolution).join(', ');
    console.log(`${clip.width}×${clip.height} to ${sizes}, on ${cpus()[0]?.model.trim()}:`);
    console.log(
      `${cpuSeconds.toFixed(0)} s of one core for ${seconds} s of film, ${completedSeconds.toFixed(0)} s until completed`,
    );
    console.log(`An hour of film takes ${(cpuSeconds / Number(seconds)).toFixed(2)} hours of one core.`);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
