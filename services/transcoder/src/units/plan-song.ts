import { catalog } from '@larksong/contracts';

import { cutOff } from '../failure.ts';
import type { Job } from '../job.ts';
import { drawingFor } from '../rules/picture/drawing.ts';
import { pickLadder } from '../rules/picture/ladder.ts';
import { CANVAS, STILL_RATE } from '../rules/picture/still-args.ts';
import { levelOf, windowsOf, type AudioLevel, type Loudness } from '../rules/sound/loudness.ts';
import { toChapters } from '../rules/source/chapters.ts';
import type { Demuxer } from '../rules/source/formats.ts';
import type { SongStreams } from '../rules/source/songs.ts';
import { plannedDuration } from '../rules/timing/grid.ts';
import { firstFrameArgs } from '../rules/timing/packets.ts';
import { measureLoudness } from './measure-loudness.ts';
import { EXACT, isCutOff, readSongTiming, type SongTiming } from './read-song-timing.ts';
import { read } from './read-span.ts';

/** The last picture is at least this long, since it would have no duration otherwise. */
const LEAST_PICTURE_SECONDS = 0.05;
/** A song counts as fully heard if at most this much of it was not. */
const SLACK_SECONDS = 0.5;
const AUDIO_BITRATE = 128_000;

/**
 * Plans a song: one picture and the whole sound. For a file that is known to be too short, `missing` is its stated
 * length in seconds, or `share` is the available part of the sound. `checkLength` throws if it is too long.
 */
export async function planSong(
  job: Job,
  demuxer: Demuxer,
  streams: SongStreams,
  of: { missing: number | undefined; share: number | undefined; checkLength: (seconds: number) => void },
): Promise<catalog.Plan> {
  const song = { job, demuxer, streams };
  const reading = [
    readSongTiming(song),
    measureSong(job, demuxer, streams),
    findCover(job, demuxer, streams),
  ] as const;
  await Promise.allSettled(reading); // a failure leaves no process behind
  const [found, measured, cover] = await Promise.all(reading);
  const whole = of.share === undefined ? of.missing : found.durationSeconds / of.share;
  const timing = { ...found, statedSeconds: whole ?? found.statedSeconds };
  of.checkLength(timing.durationSeconds);
  if (!job.unit.accepted && isCutOff(timing)) throw cutOff(timing.statedSeconds ?? 0, timing.durationSeconds);
  return toPlan(job, { demuxer, streams, timing, level: toLevel(measured, timing), cover });
}

interface Song {
  demuxer: Demuxer;
  streams: SongStreams;
  timing: SongTiming;
  level: AudioLevel | undefined;
  cover: number | undefined;
}

function toPlan(job: Job, { demuxer, streams, timing, level, cover }: Song): catalog.Plan {
  const { audio } = streams;
  const lastPicture = Math.max(0, Math.ceil(timing.durationSeconds - LEAST_PICTURE_SECONDS) - 1);
  const ladder = pickLadder(
    { ...CANVAS, frameRate: { numerator: STILL_RATE, denominator: 1 } },
    job.unit.resolutions,
  );
  return {
    version: catalog.PLAN_VERSION,
    demuxer,
    durationSeconds: plannedDuration(lastPicture, timing.durationSeconds),
    startSeconds: timing.startSeconds,
    seekable: false,
    video: { streamIndex: cover ?? audio.index, ...STILL_VIDEO, still: toStill(job, cover) },
    audio: {
      streamIndex: audio.index,
      codec: audio.codec,
      channels: audio.channels,
      bitrate: AUDIO_BITRATE,
      ...(level ? { level } : {}),
    },
    rungs: ladder.slice(0, 1),
    subtitles: [],
    chapters: toChapters(streams.chapters, timing),
  };
}

const STILL_VIDEO = {
  codec: 'still',
  ...CANVAS,
  frameRate: `${STILL_RATE}/1`,
  interlaced: false,
  hdr: false,
  matrix: 'bt709',
} as const;

function toStill({ unit }: Job, cover: number | undefined): catalog.Plan['video']['still'] {
  return cover === undefined
    ? { kind: 'drawing', ...drawingFor(unit.about ?? { title: unit.videoId, tags: [] }) }
    : { kind: 'cover', streamIndex: cover };
}

/** Returns the first cover that can be decoded: some are text, broken, or larger than accepted pictures. */
async function findCover(job: Job, demuxer: Demuxer, streams: SongStreams): Promise<number | undefined> {
  for (const index of streams.covers) {
    let isShown = false;
    const run = { args: firstFrameArgs(index), streams: [index] };
    await read({ job, demuxer }, run, () => {
      isShown = true;
      return 'enough';
    }).catch((error: unknown) => {
      job.signal.throwIfAborted();
      job.logger.debug({ err: error, index }, 'a cover could not be decoded');
    });
    if (isShown) return index;
  }
  return undefined;
}

/** Returns how loud a song is, and how much of its beginning was heard for that; of a long one, only some parts are. */
async function measureSong(
  job: Job,
  demuxer: Demuxer,
  streams: SongStreams,
): Promise<{ loudness: Loudness | undefined; heardSeconds: number }> {
  const { audio, durationSeconds } = streams;
  const seekable = EXACT.includes(demuxer) && durationSeconds !== undefined;
  const windows = windowsOf({ durationSeconds: seekable ? durationSeconds : Infinity, seekable });
  const sound = { demuxer, streamIndex: audio.index, codec: audio.codec };
  return {
    loudness: await measureLoudness(job, sound, windows),
    heardSeconds: windows.length === 1 ? (windows[0]?.lengthSeconds ?? 0) : 0,
  };
}

function toLevel(
  { loudness, heardSeconds }: Awaited<ReturnType<typeof measureSong>>,
  { durationSeconds }: SongTiming,
): AudioLevel | undefined {
  return loudness && levelOf({ ...loudness, isWhole: durationSeconds <= heardSeconds + SLACK_SECONDS });
}
