import type { catalog, Readable } from '@larksong/contracts';

import { cut, type Bench } from './bench.ts';

export interface WholeVideo {
  videoId: string;
  plan: catalog.Plan;
  segments: catalog.Segment[];
  extras: catalog.Extras;
  durationSeconds: number;
}

/** Runs a file through all units in the order in which catalog would assign them. */
export async function transcode(
  bench: Bench,
  path: string,
  options: { counts?: number[]; resolutions?: catalog.Resolution[]; accepted?: Readable } = {},
): Promise<WholeVideo> {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId, options.resolutions, options.accepted);
  const segments: catalog.Segment[] = [];
  for (const chunk of cut(plan, plan.seekable ? (options.counts ?? [1]) : [])) {
    segments.push(...(await bench.run({ kind: 'video-chunk', videoId, plan, chunk })).segments);
  }
  if (plan.audio) segments.push(...(await bench.run({ kind: 'audio', videoId, plan })).segments);
  const { result: extras } = await bench.run({ kind: 'extras', videoId, plan });
  const { result: finish } = await bench.run({ kind: 'finish', videoId, plan, segments });
  if (extras.kind !== 'extras' || finish.kind !== 'finish') throw new Error('a unit returned another result');
  const { durationSeconds, storyboard = null } = finish;
  return { videoId, plan, segments, extras: { ...extras.extras, storyboard }, durationSeconds };
}
