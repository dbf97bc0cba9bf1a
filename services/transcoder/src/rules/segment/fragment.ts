import { BoxError, type Fragment, type Sample } from './boxes.ts';

/** Returns the decode duration of all samples in ticks. */
export function durationOf(fragment: Pick<Fragment, 'samples'>): number {
  return fragment.samples.reduce((sum, sample) => sum + sample.duration, 0);
}

/** Returns the presentation times of the samples in ticks, in decode order. */
export function presentationTimes(fragment: Pick<Fragment, 'decodeTime' | 'samples'>): number[] {
  let decodeTime = fragment.decodeTime;
  return fragment.samples.map((sample) => {
    const time = decodeTime + sample.compositionOffset;
    decodeTime += sample.duration;
    return time;
  });
}

/** Returns the presentation time of the first displayed frame in ticks. */
export function firstPresentation(fragment: Pick<Fragment, 'decodeTime' | 'samples'>): number {
  const times = presentationTimes(fragment);
  return times.reduce((least, time) => Math.min(least, time), times[0] ?? 0);
}

/**
 * Rewrites the decode times of a closed group of pictures: the n-th sample decodes when the n-th picture is displayed,
 * and the last one lasts until `endTicks`. Presentation times stay. An encoder cannot do this at the end of a chunk,
 * since it does not know when the next picture follows. Afterwards, `tfdt` plus durations is continuous across
 * segments. Throws `BoxError` if `endTicks` is too early or two frames have the same time.
 */
export function retime(fragment: Fragment, endTicks: number): Fragment {
  const shown = presentationTimes(fragment);
  const order = shown.toSorted((a, b) => a - b);
  const last = order.at(-1);
  if (last === undefined || last >= endTicks)
    throw new BoxError('a segment ends before its last frame begins');
  const samples = fragment.samples.map((sample, index) => {
    const decodeTime = order[index] ?? 0;
    const duration = (order[index + 1] ?? endTicks) - decodeTime;
    if (duration <= 0) throw new BoxError('two frames have the same presentation time');
    return { ...sample, duration, compositionOffset: (shown[index] ?? 0) - decodeTime };
  });
  return { ...fragment, decodeTime: order[0] ?? 0, samples };
}

/** Serializes a media segment: `styp`, `moof` with one track, `mdat`. */
export function writeSegment(fragment: Fragment): Uint8Array {
  const runOffset = (size: number) => trackRun(fragment.samples, size + 8);
  const assemble = (run: Uint8Array) =>
    box('moof', box('mfhd', words(0, fragment.sequence)), box('traf', ...trackBoxes(fragment), run));
  const size = assemble(runOffset(0)).byteLength; // the data offset is relative to the start of the moof
  return Buffer.concat([
    box('styp', text('msdh'), words(0), text('msdh'), text('msix'), text('cmfs')),
    assemble(runOffset(size)),
    box('mdat', fragment.data),
  ]);
}

const DEFAULT_BASE_IS_MOOF = 0x02_00_00;

function trackBoxes(fragment: Fragment): Uint8Array[] {
  const time = Buffer.alloc(12);
  time.writeUInt32BE(0x01_00_00_00);
  time.writeBigUInt64BE(BigInt(fragment.decodeTime), 4);
  return [box('tfhd', words(DEFAULT_BASE_IS_MOOF, fragment.trackId)), box('tfdt', time)];
}

/**
 * Builds a version 1 `trun` with data offset, and each sample's duration, size, flags and signed composition offset.
 */
function trackRun(samples: readonly Sample[], dataOffset: number): Uint8Array {
  const rows = Buffer.alloc(samples.length * 16);
  for (const [index, sample] of samples.entries()) {
    rows.writeUInt32BE(sample.duration, index * 16);
    rows.writeUInt32BE(sample.sizeBytes, index * 16 + 4);
    rows.writeUInt32BE(sample.flags, index * 16 + 8);
    rows.writeInt32BE(sample.compositionOffset, index * 16 + 12);
  }
  return box('trun', words(0x01_00_0f_01, samples.length, dataOffset), rows);
}

function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, part) => sum + part.byteLength, 8);
  return Buffer.concat([words(size), text(type), ...content]);
}

function words(...values: number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function text(value: string): Uint8Array {
  return Buffer.from(value, 'latin1');
}
