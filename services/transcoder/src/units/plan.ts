import { catalog, type Readable } from '@larksong/contracts';
import { sayRemark, why } from '@larksong/service-kit/sentences';

import { cutOff, InfrastructureError, InputError } from '../failure.ts';
import { missingAsfSeconds } from '../rules/source/asf-header.ts';
import { toChapters } from '../rules/source/chapters.ts';
import { formatFrameRate, framesPerSecond, type FrameRate } from '../rules/timing/frame-rate.ts';
import { shareOfSound } from '../rules/source/sound-data.ts';
import { recognize, type Demuxer } from '../rules/source/formats.ts';
import { id3Bytes } from '../rules/source/recognize-sound.ts';
import { findSong } from '../rules/source/songs.ts';
import { planSong } from './plan-song.ts';
import { plannedDuration, rateOf, toleranceSeconds } from '../rules/timing/grid.ts';
import { pickLadder } from '../rules/picture/ladder.ts';
import { packetArgs } from '../rules/timing/packets.ts';
import { isBare } from '../rules/source/recognize-video.ts';
import { countedRate } from './counted-timing.ts';
import type { Job } from '../job.ts';
import { readFilm, type Film } from './joined.ts';
import { probeStreams } from '../media/ffprobe.ts';
import { MediaError } from '../media-error.ts';
import { chooseStreams, listPictures, tooLarge, type Streams } from '../rules/source/streams.ts';
import type { Timing } from '../rules/timing/timing.ts';
import { remarksOn } from '../rules/source/tracks.ts';
import { findMovingPicture } from './moving-picture.ts';
import { read } from './read-span.ts';

/** Bytes read to recognize the format; enough to find a transport stream behind something else. */
const HEAD_BYTES = 64 * 1024;
const PROBE_TIMEOUT_MS = 60_000;
const AUDIO_BITRATE = 128_000;

/** Maximum duration of a video in seconds. */
const MAX_DURATION_SECONDS = 6 * 3600;

/** Analyses the source and decides everything that later units of the attempt follow. */
export async function runPlan(job: Job): Promise<catalog.UnitResult> {
  const head = await readHead(job);
  const demuxer = await findDemuxer(job, head);
  const answer = await probe(job, demuxer);
  const song = findSong(answer);
  const { sizeBytes } = job.unit.source;
  // The length stated in the header of a file that is shorter, where ffmpeg does not report it.
  const missing = demuxer === 'asf' ? missingAsfSeconds(head, sizeBytes) : undefined;
  const share = shareOfSound(demuxer, head, sizeBytes);
  if (song)
    return { kind: 'plan', plan: await planSong(job, demuxer, song, { missing, share, checkLength }) };
  const moving = await findMovingPicture({ job, demuxer }, listPictures(answer));
  const streams = chooseStreams(answer, moving);
  if (!(await isMoving(job, demuxer, streams))) throw refuse('picture');
  const film = await readFilm(job, demuxer, streams);
  const { timing } = film;
  const { durationSeconds } = timing;
  const statedSeconds = timing.statedSeconds ?? missing ?? durationSeconds;
  checkLength(Math.max(durationSeconds, timing.isWholeFile ? 0 : statedSeconds));
  const { accepted } = job.unit;
  if (!accepted && statedSeconds - timing.lastPacketSeconds > toleranceSeconds(statedSeconds))
    throw cutOff(statedSeconds, timing.lastPacketSeconds);
  const plan = toPlan(job, film);
  return { kind: 'plan', plan: accepted ? shorten(plan, accepted) : plan };
}

function checkLength(seconds: number): void {
  if (seconds > MAX_DURATION_SECONDS)
    throw new InputError(why('too-long', { hourCount: MAX_DURATION_SECONDS / 3600 }), '', {
      code: 'too-large',
    });
}

function toPlan(job: Job, { demuxer, level, seams, soundChangesForm, streams, timing }: Film): catalog.Plan {
  const { video, audio } = streams;
  const frameRate: FrameRate = timing.frameRate;
  const remarks = remarksOn(streams);
  return {
    demuxer,
    durationSeconds: plannedDuration(timing.lastFrameSeconds, timing.durationSeconds),
    startSeconds: timing.startSeconds,
    seekable: timing.seekable,
    ...(seams.length > 0 || soundChangesForm || isBare(demuxer) ? { version: catalog.PLAN_VERSION } : {}),
    ...(seams.length > 0 ? { seams } : {}),
    video: toPlannedVideo({ demuxer, streams, timing }),
    audio: audio && {
      streamIndex: audio.index,
      codec: audio.codec,
      channels: audio.channels,
      bitrate: AUDIO_BITRATE,
      ...(soundChangesForm ? { changesForm: true } : {}),
      ...(soundChangesForm && audio.startSeconds !== undefined ? { startSeconds: audio.startSeconds } : {}),
      ...(level ? { level } : {}),
    },
    rungs: pickLadder({ width: video.width, height: video.height, frameRate }, job.unit.resolutions),
    subtitles: streams.subtitles,
    chapters: toChapters(streams.chapters, timing),
    remarks: remarks.map(sayRemark),
    explainedRemarks: remarks,
  };
}

function toPlannedVideo({
  demuxer,
  streams,
  timing,
}: Pick<Film, 'demuxer' | 'streams' | 'timing'>): catalog.Plan['video'] {
  const { video } = streams;
  return {
    streamIndex: video.index,
    codec: video.codec,
    width: video.width,
    height: video.height,
    frameRate: formatFrameRate(timing.frameRate),
    variableFrameRate: timing.isVariable,
    interlaced: video.interlaced,
    ...(video.interlaced && video.turn ? { turn: video.turn } : {}),
    hdr: video.hdr,
    ...(video.matrix ? { matrix: video.matrix } : {}),
    ...(video.wideGamut ? { wideGamut: true } : {}),
    ...(video.hasPalette ? { hasPalette: true } : {}),
    ...(video.unstated.length > 0 ? { unstated: video.unstated } : {}),
    ...leadOf(timing),
    ...(timing.delaySeconds > 0 ? { delaySeconds: timing.delaySeconds } : {}),
    ...(isBare(demuxer) ? { countedRate: formatFrameRate(countedRate(streams)) } : {}),
    ...(timing.heldSeconds > 0 ? { heldSeconds: timing.heldSeconds } : {}),
  };
}

/** ffmpeg seeks this much earlier than it is told where frames are not stored in the order in which they are shown. */
const FFMPEG_LEAD_SECONDS = 3 / 23;
/** Sixteen frames, the most that H.264 allows, at five a second; a damaged file may state any time. */
const MAX_LEAD_SECONDS = 16 / 5;

function leadOf({ leadSeconds, seekable }: Timing): { leadSeconds?: number } {
  return seekable && leadSeconds > FFMPEG_LEAD_SECONDS
    ? { leadSeconds: Math.min(leadSeconds, MAX_LEAD_SECONDS) }
    : {};
}

/** Returns a plan that ends where the part ends that a superadmin has accepted. */
function shorten(plan: catalog.Plan, { endSeconds }: Readable): catalog.Plan {
  const lastFrameSeconds = endSeconds - 1 / framesPerSecond(rateOf(plan.video.frameRate));
  if (plan.durationSeconds <= endSeconds || lastFrameSeconds <= 0) return plan;
  return { ...plan, durationSeconds: plannedDuration(lastFrameSeconds, endSeconds) };
}

/** Returns the first bytes of the source, or those from `start` on. */
async function readHead(job: Job, start = 0): Promise<Buffer> {
  const { key, sizeBytes } = job.unit.source;
  if (sizeBytes === 0) throw new InputError(why('empty'), '', { code: 'not-a-video' });
  if (start >= sizeBytes) return Buffer.alloc(0);
  const end = Math.min(start + HEAD_BYTES, sizeBytes) - 1;
  const object = await job.storage.get(key, { start, end });
  if (!object) throw new InfrastructureError(why('upload-missing'), '', { code: 'storage' });
  return Buffer.concat(await object.stream.toArray());
}

/** The reasons for files that are neither a video nor a song. */
const REFUSALS = {
  picture: why('is-picture'),
  'animated-webp': why('is-animated-webp'),
  other: why('not-a-video'),
} as const;

async function findDemuxer(job: Job, head: Buffer): Promise<Demuxer> {
  const tagBytes = id3Bytes(head);
  const magic = recognize(tagBytes === 0 ? head : await readHead(job, tagBytes));
  if ('demuxer' in magic) return magic.demuxer;
  if (tagBytes > 0) return 'mp3'; // some programs leave a gap after the tag
  if ('reason' in magic) throw new InputError(magic.reason, '', { code: 'unsupported' });
  throw refuse(magic.kind);
}

function refuse(kind: keyof typeof REFUSALS): InputError {
  return new InputError(REFUSALS[kind], '', { code: 'not-a-video' });
}

/** Returns whether a file of a kind that may be a picture has a second frame; true for every other file. */
async function isMoving(job: Job, demuxer: Demuxer, { video }: Streams): Promise<boolean> {
  if (demuxer !== 'gif' && demuxer !== 'apng') return true;
  let frames = 0;
  const run = { args: packetArgs({ streams: [video.index], isSample: true }), streams: [video.index] };
  await read({ job, demuxer }, run, () => {
    frames += 1;
    return frames > 1 ? 'enough' : undefined;
  });
  return frames > 1;
}

async function probe(job: Job, demuxer: Demuxer): Promise<unknown> {
  const { signal, source, tools } = job;
  try {
    return await probeStreams(tools, { source, demuxer, signal, timeoutMs: PROBE_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason !== 'exit' || source.failure()) throw error;
    if (/moov atom not found/.test(error.log))
      throw new InputError(why('index-missing'), error.log, { code: 'cut-off' });
    const [, width, height] = /Picture size (\d+)x(\d+) exceeds/.exec(error.log) ?? [];
    if (width && height) throw tooLarge(Number(width), Number(height), error.log);
    throw error;
  }
}
