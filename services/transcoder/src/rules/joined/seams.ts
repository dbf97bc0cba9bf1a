import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../../failure.ts';

/** A jump back by more than this is closed; one stream may go back by half as much if the other one goes back further. */
const BACK_SECONDS = 0.5;
/** A jump forward by more than this is closed if picture and sound make it together. */
const FORWARD_SECONDS = 10;
/** Jumps of picture and sound belong together if they differ by less than this. */
const SAME_SECONDS = 5;
/** A wrong time lasts for at most this many packets; after that, it counts as a jump. */
const GLITCH_PACKETS = 8;
/** The last packet of a part's sound may overlap with the next part by this much; most of it is the encoder's padding. */
const OVERLAP_SECONDS = 0.03;

/** Pictures are shown at most this many packets earlier or later than they are stored. */
const REORDERED_PACKETS = 64;

/** The packets of a stream in the order of the file; times in seconds. */
export interface PacketLists {
  /** Places in the file, in bytes. */
  positions: number[];
  decodeTimes: number[];
  /** Presentation times, or decode times where there are none. */
  times: number[];
}

/** The packets of a film's two streams. */
export interface FilmPackets {
  video: PacketLists;
  audio: PacketLists | undefined;
}

interface Jump {
  kind: keyof FilmPackets;
  /** Number of the stream's packets before it. */
  packets: number;
  position: number;
  seconds: number;
}

/**
 * Returns the places at which the times of a file without an index jump back, or far ahead in both picture and sound. A
 * pause in only one stream or a single wrong time does not count. Throws `InputError` if there are too many.
 */
export function findSeams(film: FilmPackets): catalog.Seam[] {
  const jumps = [...listJumps('video', film.video), ...(film.audio ? listJumps('audio', film.audio) : [])];
  jumps.sort((a, b) => a.position - b.position);
  const places: Pick<catalog.Seam, 'videoPackets' | 'audioPackets'>[] = [];
  const paired = new Set<Jump>();
  for (const [index, jump] of jumps.entries()) {
    if (paired.has(jump)) continue;
    const partner = findPartner(jump, jumps.slice(index + 1));
    if (partner) paired.add(partner);
    if (!isSeam(film, jump, partner)) continue;
    const packetsOf = (kind: Jump['kind']) =>
      [jump, partner].find((one) => one?.kind === kind)?.packets ?? countBefore(film[kind], jump.position);
    places.push({ videoPackets: packetsOf('video'), audioPackets: packetsOf('audio') });
  }
  if (places.length > catalog.MAX_SEAMS)
    throw new InputError(why('too-many-recordings', { mostCount: catalog.MAX_SEAMS }), '', {
      code: 'unsupported',
    });
  return toShifts(film, places);
}

function listJumps(kind: Jump['kind'], { decodeTimes, positions }: PacketLists): Jump[] {
  const jumps: Jump[] = [];
  for (let packets = 1; packets < decodeTimes.length; packets += 1) {
    const seconds = stepTo(decodeTimes, packets);
    if (seconds >= -BACK_SECONDS / 2 && seconds <= FORWARD_SECONDS) continue;
    const back = findReturn(decodeTimes, packets);
    if (back === undefined) jumps.push({ kind, packets, position: positions[packets] ?? 0, seconds });
    else packets = back;
  }
  return jumps;
}

function stepTo(times: readonly number[], index: number): number {
  return (times[index] ?? 0) - (times[index - 1] ?? 0);
}

/** Returns the packet with which times are as before a jump; undefined if they stay where they jumped to. */
function findReturn(times: readonly number[], jump: number): number | undefined {
  const size = Math.abs(stepTo(times, jump));
  const before = times[jump - 1] ?? 0;
  for (let index = jump + 1; index <= jump + GLITCH_PACKETS && index < times.length; index += 1) {
    const since = (times[index] ?? 0) - before;
    const isBack = since >= -BACK_SECONDS / 2 && since <= FORWARD_SECONDS;
    if (isBack && Math.abs(stepTo(times, index)) > size / 2) return index;
  }
  return undefined;
}

/** Returns the same jump of the other stream, if it comes before this stream's next one. */
function findPartner(jump: Jump, later: readonly Jump[]): Jump | undefined {
  const next = later.find(({ kind }) => kind !== jump.kind);
  const own = later.find(({ kind }) => kind === jump.kind);
  if (!next || (own && own.position < next.position)) return undefined;
  return Math.abs(next.seconds - jump.seconds) < SAME_SECONDS ? next : undefined;
}

function isSeam(film: FilmPackets, jump: Jump, partner: Jump | undefined): boolean {
  if (partner)
    return jump.seconds > 0
      ? partner.seconds > FORWARD_SECONDS
      : Math.min(jump.seconds, partner.seconds) < -BACK_SECONDS;
  const other = film[jump.kind === 'video' ? 'audio' : 'video'];
  return jump.seconds < -BACK_SECONDS && !continuesAt(other, jump.position);
}

/** Returns true if a stream continues across a place without a seam. */
function continuesAt(stream: PacketLists | undefined, position: number): boolean {
  const next = countBefore(stream, position);
  if (!stream || next === 0 || next >= stream.decodeTimes.length) return false;
  const step = stepTo(stream.decodeTimes, next);
  return step >= -BACK_SECONDS / 2 && step < FORWARD_SECONDS;
}

function countBefore(stream: PacketLists | undefined, position: number): number {
  if (!stream) return 0;
  const index = stream.positions.findIndex((one) => one >= position);
  return index < 0 ? stream.positions.length : index;
}

/** One stream's share of a part. */
interface Extent {
  start: number;
  /** End of the last packet. */
  end: number;
}

function toShifts(
  { video, audio }: FilmPackets,
  places: readonly Pick<catalog.Seam, 'videoPackets' | 'audioPackets'>[],
): catalog.Seam[] {
  const frame = usualStep(video.decodeTimes);
  let [videoEnd, audioEnd] = [-Infinity, -Infinity];
  let shift = 0;
  return [{ videoPackets: 0, audioPackets: 0 }, ...places].flatMap((place, index) => {
    const next = places[index];
    const picture = extentOf(video, place.videoPackets, next?.videoPackets, frame);
    const sound =
      audio && extentOf(audio, place.audioPackets, next?.audioPackets, usualStep(audio.decodeTimes));
    const before = shift;
    if (index > 0) shift = shiftFor({ picture, sound, frame, videoEnd, audioEnd });
    if (picture) videoEnd = Math.max(videoEnd, picture.end + shift);
    if (sound) audioEnd = Math.max(audioEnd, sound.end + shift);
    const shiftSeconds = Math.round((shift - before) * 1e6) / 1e6;
    return index > 0 ? [{ ...place, shiftSeconds }] : [];
  });
}

/** Returns the shift by which a part follows the one before: picture after picture, and a few frames later for its sound. */
function shiftFor(part: {
  picture: Extent | undefined;
  sound: Extent | undefined;
  frame: number;
  videoEnd: number;
  audioEnd: number;
}): number {
  const { picture, sound, frame, videoEnd, audioEnd } = part;
  const forSound = sound ? Math.max(audioEnd, picture ? -Infinity : videoEnd) - sound.start : -Infinity;
  const forPicture = picture ? Math.max(videoEnd, sound ? -Infinity : audioEnd) - picture.start : -Infinity;
  if (!Number.isFinite(forPicture)) return Number.isFinite(forSound) ? forSound : 0;
  const missing = forSound - forPicture - OVERLAP_SECONDS;
  return missing > 0 ? forPicture + Math.ceil(missing / frame) * frame : forPicture;
}

function extentOf(
  { times }: PacketLists,
  from: number,
  to: number | undefined,
  lastSeconds: number,
): Extent | undefined {
  const end = to ?? times.length;
  if (from >= end) return undefined;
  // Pictures are stored in another order than they are shown in.
  const start = Math.min(...times.slice(from, Math.min(from + REORDERED_PACKETS, end)));
  const last = Math.max(...times.slice(Math.max(from, end - REORDERED_PACKETS), end));
  return { start, end: last + lastSeconds };
}

function usualStep(times: readonly number[]): number {
  const steps = times.slice(1, 2000).flatMap((time, index) => {
    const step = time - (times[index] ?? 0);
    return step > 0 && step < FORWARD_SECONDS ? [step] : [];
  });
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0.04;
}
