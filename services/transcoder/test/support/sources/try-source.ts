import { readFile, writeFile } from 'node:fs/promises';

import type { catalog, Readable } from '@larksong/contracts';

import { InputError } from '../../../src/failure.ts';
import { cut, decode, type Bench } from '../bench.ts';
import { compare } from './compare.ts';
import { damage } from './damage.ts';
import { expectationOf } from './expectation.ts';
import { makeSource, type ExtraFiles } from './make-source.ts';
import { isToBeRefused, nameSource, numberOf, type SourceSpec } from './source-spec.ts';
import { watch } from './watch.ts';

/** How a source ended. */
export interface Ending {
  end: 'completed' | 'refused' | 'broken';
  /** Everything that is wrong with it. */
  problems: string[];
}

/** A completed video. */
export interface Made {
  plan: catalog.Plan;
  segments: catalog.Segment[];
  durationSeconds: number;
}

/** How sources are tried; `transcode` rejects with `InputError` if a file is refused. */
export interface Trial {
  bench: Bench;
  extra: ExtraFiles;
  transcode: (path: string) => Promise<Made>;
}

/** Sentences for files that are not accepted although they are whole. */
const REFUSAL = /is not supported\. Please export|At most 4096 × 4096 are accepted/;

/** Makes a source, transcodes it, and compares the result with the intention. */
export async function trySource({ bench, extra, transcode }: Trial, spec: SourceSpec): Promise<Ending> {
  const path = await makeSource(spec, bench.folder, extra).catch((cause: unknown) => {
    throw new Error(`${nameSource(spec)} could not be made`, { cause });
  });
  if (spec.damage) await writeFile(path, damage(spec, await readFile(path)));
  const made = await transcode(path).catch((error: unknown) => error);
  if (made instanceof InputError) return { end: 'refused', problems: judgeRefusal(spec, made.message) };
  if (!isMade(made)) return { end: 'broken', problems: [String(made)] };
  const problems = spec.damage ? await inspectDamaged(bench, spec, made) : await inspect(bench, spec, made);
  return { end: 'completed', problems };
}

function isMade(made: unknown): made is Made {
  return typeof made === 'object' && made !== null && 'segments' in made;
}

function judgeRefusal(spec: SourceSpec, sentence: string): string[] {
  if (spec.damage) return /^[A-Z].*\.$/s.test(sentence) ? [] : [`it is no sentence: ${sentence}`];
  return isToBeRefused(spec) && REFUSAL.test(sentence) ? [] : [`refused: ${sentence}`];
}

async function inspect(bench: Bench, spec: SourceSpec, made: Made): Promise<string[]> {
  if (isToBeRefused(spec)) return ['it should have been refused'];
  if (spec.sound?.format.isUnheard) return inspect(bench, { ...spec, sound: undefined }, made);
  const wanted = expectationOf(spec);
  const isWhole = spec.layout !== 'between key frames';
  const problems = [
    ...(isWhole ? compareDuration(wanted.endSeconds, made, 0.3) : []),
    ...compareShape(wanted.aspect, made),
  ];
  for (const { resolution, frameRate } of made.plan.rungs) {
    const watched = await watch(bench, made.segments, resolution);
    problems.push(...compare(spec, wanted, { ...watched, perSecond: numberOf(frameRate) }));
  }
  return problems;
}

/** Containers without a header that states their duration; one that was cut off is just shorter. */
const WITHOUT_HEADER: readonly string[] = ['ts', 'm2ts', 'mpg', 'vob', 'ogv'];

/** A flipped bit may change the lengths and rates in the header. */
const MAY_CHANGE_LENGTH = 'flipped bits';

/** A damaged source may have lost pictures, but what is published must be decodable and as long as stated. */
async function inspectDamaged(bench: Bench, spec: SourceSpec, made: Made): Promise<string[]> {
  for (const { resolution } of made.plan.rungs) await decode(await bench.join(made.segments, resolution));
  if (WITHOUT_HEADER.includes(spec.container) || spec.damage === MAY_CHANGE_LENGTH) return [];
  return compareDuration(expectationOf(spec).endSeconds, made, 1);
}

function compareDuration(wanted: number, { durationSeconds }: Made, slackSeconds: number): string[] {
  const allowed = Math.max(slackSeconds, 0.02 * wanted) + 0.1;
  if (Math.abs(durationSeconds - wanted) <= allowed) return [];
  return [`it lasts ${durationSeconds.toFixed(3)} s instead of ${wanted.toFixed(3)} s`];
}

/** Compares the shape of the pictures, whose sizes are rounded to even numbers. */
function compareShape(aspect: number, { plan }: Made): string[] {
  return plan.rungs.flatMap(({ width, height }) => {
    const error = Math.min(Math.abs(width - aspect * height), Math.abs(height - width / aspect));
    return error <= 2.5 ? [] : [`${width} × ${height} instead of a shape of ${aspect.toFixed(3)}`];
  });
}

/** Makes no storyboard, which costs a run of ffmpeg and is not compared. */
const WITHOUT_STORYBOARD = { ffmpeg: '/bin/false' };

/**
 * Runs a file through all units of its video that make picture and sound, in one process. The first chunks have these
 * numbers of segments.
 */
export async function transcodeHere(
  bench: Bench,
  path: string,
  chunks = [1],
  accepted?: Readable,
): Promise<Made> {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId, undefined, accepted);
  const segments: catalog.Segment[] = [];
  for (const chunk of cut(plan, plan.seekable ? chunks : []))
    segments.push(...(await bench.run({ kind: 'video-chunk', videoId, plan, chunk })).segments);
  if (plan.audio) segments.push(...(await bench.run({ kind: 'audio', videoId, plan })).segments);
  const { result } = await bench.run({ kind: 'finish', videoId, plan, segments, tools: WITHOUT_STORYBOARD });
  if (result.kind !== 'finish') throw new Error('a unit returned another result');
  return { plan, segments, durationSeconds: result.durationSeconds };
}
