/** An ISO base media box (ISO/IEC 14496-12). This file parses the subset that ffmpeg's init and media segments use. */
export interface Box {
  type: string;
  /** Offsets of the box, of its content, and of the first byte after it. */
  start: number;
  content: number;
  end: number;
}

export interface InitSegment {
  /** Ticks per second. */
  timescale: number;
  trackId: number;
  /** RFC 6381, for example `avc1.64001f`. */
  codecs: string;
}

export interface Sample {
  /** Decode duration in ticks. */
  duration: number;
  sizeBytes: number;
  flags: number;
  /** Presentation minus decode time in ticks; may be negative. */
  compositionOffset: number;
}

export interface Fragment {
  sequence: number;
  trackId: number;
  /** Decode time of the first sample in ticks (`tfdt`). */
  decodeTime: number;
  /** In decode order. */
  samples: Sample[];
  /** The samples' bytes, concatenated. */
  data: Uint8Array;
}

/** The bytes do not have the expected structure. */
export class BoxError extends Error {
  override name = 'BoxError';
}

/** Returns the complete boxes of a byte range. Throws `BoxError` if a size is invalid. */
export function listBoxes(bytes: Uint8Array, start = 0, end = bytes.byteLength): Box[] {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  for (let offset = start; offset + 8 <= end;) {
    const small = view.getUint32(offset);
    const large = small === 1 && offset + 16 <= end;
    const size = large ? Number(view.getBigUint64(offset + 8)) : small === 0 ? end - offset : small;
    const header = large ? 16 : 8;
    if (size < header || offset + size > end) throw new BoxError(`a box at ${offset} has the size ${size}`);
    boxes.push({
      type: typeAt(bytes, offset),
      start: offset,
      content: offset + header,
      end: offset + size,
    });
    offset += size;
  }
  return boxes;
}

function typeAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function find(bytes: Uint8Array, path: string[], within?: Box): Box {
  let box = within;
  for (const type of path) {
    const inner = listBoxes(bytes, box?.content ?? 0, box?.end ?? bytes.byteLength);
    box = inner.find((candidate) => candidate.type === type);
    if (!box) throw new BoxError(`${path.join('/')} is missing`);
  }
  if (!box) throw new BoxError('a path is empty');
  return box;
}

/** Returns the timescale, track and codec of an init segment with one track. Throws `BoxError`. */
export function readInit(bytes: Uint8Array): InitSegment {
  const view = viewOf(bytes);
  const track = find(bytes, ['moov', 'trak']);
  const header = find(bytes, ['mdia', 'mdhd'], track);
  const trackHeader = find(bytes, ['tkhd'], track);
  const isLong = (box: Box) => view.getUint8(box.content) === 1;
  return {
    timescale: view.getUint32(header.content + (isLong(header) ? 20 : 12)),
    trackId: view.getUint32(trackHeader.content + (isLong(trackHeader) ? 20 : 12)),
    codecs: readCodecs(bytes, track),
  };
}

function readCodecs(bytes: Uint8Array, track: Box): string {
  const table = find(bytes, ['mdia', 'minf', 'stbl', 'stsd'], track);
  const entry = listBoxes(bytes, table.content + 8, table.end)[0];
  if (entry?.type === 'mp4a') return 'mp4a.40.2';
  if (entry?.type !== 'avc1') throw new BoxError('the sample description is neither avc1 nor mp4a');
  const configuration = listBoxes(bytes, entry.content + 78, entry.end).find((box) => box.type === 'avcC');
  if (!configuration) throw new BoxError('avcC is missing');
  const profile = bytes.subarray(configuration.content + 1, configuration.content + 4);
  return `avc1.${Buffer.from(profile).toString('hex')}`;
}

/** Parses a media segment with one track and joins its fragments into one. Throws `BoxError`. */
export function readSegment(bytes: Uint8Array): Fragment {
  const fragments: Fragment[] = [];
  const boxes = listBoxes(bytes);
  for (const [position, box] of boxes.entries()) {
    if (box.type !== 'moof') continue;
    const media = boxes[position + 1];
    if (media?.type !== 'mdat') throw new BoxError('a moof is not followed by its mdat');
    fragments.push({ ...readMovieFragment(bytes, box), data: bytes.subarray(media.content, media.end) });
  }
  return join(fragments);
}

/** Parses only the times at the start of a segment, whose `mdat` may be truncated. Throws `BoxError`. */
export function readSegmentHead(bytes: Uint8Array): Omit<Fragment, 'data'> {
  const view = viewOf(bytes);
  for (let offset = 0; offset + 8 <= bytes.byteLength;) {
    const size = view.getUint32(offset);
    if (typeAt(bytes, offset) === 'moof' && offset + size <= bytes.byteLength)
      return readMovieFragment(bytes, {
        type: 'moof',
        start: offset,
        content: offset + 8,
        end: offset + size,
      });
    if (size < 8) break;
    offset += size;
  }
  throw new BoxError('the segment does not begin with a complete moof');
}

function join(fragments: Fragment[]): Fragment {
  const first = fragments[0];
  if (!first) throw new BoxError('moof is missing');
  const samples = fragments.flatMap((fragment) => fragment.samples);
  const data =
    fragments.length === 1 ? first.data : Buffer.concat(fragments.map((fragment) => fragment.data));
  const sizeBytes = samples.reduce((sum, sample) => sum + sample.sizeBytes, 0);
  if (sizeBytes !== data.byteLength)
    throw new BoxError(`${sizeBytes} bytes of samples, but ${data.byteLength} of data`);
  return { ...first, samples, data };
}

function readMovieFragment(bytes: Uint8Array, moof: Box): Omit<Fragment, 'data'> {
  const view = viewOf(bytes);
  const track = find(bytes, ['traf'], moof);
  const defaults = readTrackHeader(view, find(bytes, ['tfhd'], track));
  const time = find(bytes, ['tfdt'], track);
  const isLong = view.getUint8(time.content) === 1;
  const runs = listBoxes(bytes, track.content, track.end).filter((box) => box.type === 'trun');
  return {
    sequence: view.getUint32(find(bytes, ['mfhd'], moof).content + 4),
    trackId: defaults.trackId,
    decodeTime: isLong ? Number(view.getBigUint64(time.content + 4)) : view.getUint32(time.content + 4),
    samples: runs.flatMap((run) => readRun(view, run, defaults)),
  };
}

interface TrackDefaults {
  trackId: number;
  duration: number;
  sizeBytes: number;
  flags: number;
}

/** Parses `tfhd`, whose fields are present if their flag is set. */
function readTrackHeader(view: DataView, box: Box): TrackDefaults {
  const flags = view.getUint32(box.content) & 0xff_ff_ff;
  let offset = box.content + 8;
  const take = (flag: number, size: number) => {
    if (!(flags & flag)) return 0;
    offset += size;
    return view.getUint32(offset - 4);
  };
  take(0x1, 8); // base data offset
  take(0x2, 4); // sample description index
  return {
    trackId: view.getUint32(box.content + 4),
    duration: take(0x8, 4),
    sizeBytes: take(0x10, 4),
    flags: take(0x20, 4),
  };
}

/** Parses `trun`: one row per sample, with the columns that the flags name. */
function readRun(view: DataView, box: Box, defaults: TrackDefaults): Sample[] {
  const flags = view.getUint32(box.content) & 0xff_ff_ff;
  const count = view.getUint32(box.content + 4);
  let offset = box.content + 8 + (flags & 0x1 ? 4 : 0);
  const firstFlags = flags & 0x4 ? view.getUint32(offset) : undefined;
  if (firstFlags !== undefined) offset += 4;
  const columns = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  if (offset + count * columns * 4 > box.end)
    throw new BoxError(`${count} samples do not fit into their trun`);
  const take = (flag: number, otherwise: number) => {
    if (!(flags & flag)) return otherwise;
    offset += 4;
    return view.getUint32(offset - 4);
  };
  return Array.from({ length: count }, (_, index) => ({
    duration: take(0x100, defaults.duration),
    sizeBytes: take(0x200, defaults.sizeBytes),
    flags: take(0x400, index === 0 && firstFlags !== undefined ? firstFlags : defaults.flags),
    compositionOffset: take(0x800, 0) | 0, // signed in version 1, and never above 2^31 in version 0
  }));
}
