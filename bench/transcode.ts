import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';

import { pickLadder } from '../services/transcoder/src/rules/picture/ladder.ts';
import { lengthenClip, makeClip, type Clip } from './transcode/clips.ts';
import { CUSTOMARY_RATES, encodeAsCustomary } from './transcode/customary.ts';
import { measureQuality, videoBytes, type Encoded } from './transcode/encoded.ts';
import { withProcessorClock, type ProcessorClock } from './transcode/processor-time.ts';
import { transcodeOnSite } from './transcode/site.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const CLIPS = (process.env['BENCH_CLIPS'] ?? 'calm,noisy,real').split(',');
const REAL_CLIP = process.env['BENCH_REAL_CLIP'] ?? 'services/game/starter-pack/demo.mp4';

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  await withProcessorClock(async (clock) => {
    for (const name of CLIPS) await compare(await prepare(name), clock);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

function prepare(name: string): Promise<Clip> {
  const to = { folder, seconds: SECONDS };
  if (name === 'calm' || name === 'noisy') return makeClip(name, to);
  return lengthenClip(REAL_CLIP, to);
}

async function compare(clip: Clip, clock: ProcessorClock): Promise<void> {
  console.log(`\n${clip.title}, ${clip.width}×${clip.height}`);
  const rungs = pickLadder(clip, catalog.DEFAULT_RESOLUTIONS);
  const at = async (name: string) => {
    const path = join(folder, name);
    await rm(path, { recursive: true, force: true });
    await mkdir(path);
    return { folder: path, clock };
  };
  const baseline = await encodeAsCustomary(clip, rungs, await at('equal'));
  const other = await encodeAsCustomary(clip, rungs.map(withCustomaryRate), await at('customary'));
  const one = await transcodeOnSite(clip, rungs, { ...(await at('one')), workers: 1 });
  const two = await transcodeOnSite(clip, rungs, { ...(await at('two')), workers: 2 });
  const rows = [
    { title: 'one process per rung', encoded: baseline },
    { title: 'the same, customary rates', encoded: other },
    { title: 'one worker', encoded: one },
    { title: 'two workers', encoded: two },
  ];
  console.log('                               CPU s  ratio   completed s  ratio   playable s');
  for (const { title, encoded } of rows) printTimes(title, { encoded, baseline });
  for (const { title, encoded } of rows) await printQuality(title, { clip, encoded, baseline });
}

function withCustomaryRate(rung: catalog.Rung): catalog.Rung {
  const rate = CUSTOMARY_RATES[rung.resolution] ?? rung.maxBitrate;
  return { ...rung, maxBitrate: rate, bufferBits: 2 * rate };
}

function printTimes(title: string, of: { encoded: Encoded; baseline: Encoded }): void {
  const { cpuSeconds, completedSeconds, playableSeconds } = of.encoded;
  const columns = [
    title.padEnd(28),
    cpuSeconds.toFixed(1).padStart(7),
    (cpuSeconds / of.baseline.cpuSeconds).toFixed(2).padStart(6),
    completedSeconds.toFixed(1).padStart(13),
    (completedSeconds / of.baseline.completedSeconds).toFixed(2).padStart(6),
    (playableSeconds?.toFixed(1) ?? '').padStart(12),
  ];
  console.log(columns.join(' '));
}

async function printQuality(
  title: string,
  { clip, encoded, baseline }: { clip: Clip; encoded: Encoded; baseline: Encoded },
): Promise<void> {
  const cells: string[] = [];
  for (const [index, rendition] of encoded.renditions.entries()) {
    const { ssim, vmaf } = await measureQuality(clip, rendition);
    const bytes = await videoBytes(rendition.path);
    const ratio = bytes / (await videoBytes(baseline.renditions[index]?.path ?? ''));
    const score = vmaf === undefined ? '' : `, VMAF ${vmaf.toFixed(1)}`;
    const size = `${(bytes / 1e6).toFixed(2)} MB (${ratio.toFixed(3)})`;
    cells.push(`${rendition.rung.resolution} ${size} SSIM ${ssim.toFixed(4)}${score}`);
  }
  console.log(`${title.padEnd(28)} ${cells.join('   ')}`);
}
