import type { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import { getPlan, type Job } from '../job.ts';
import { readList } from '../media/packets.ts';
import { feedThrough, type Source } from '../media/source.ts';
import {
  asJoined,
  createPlacedPacketReader,
  fileOrderArgs,
  JOINED,
  joinFeed,
} from '../rules/joined/joining.ts';
import { findSeams, type FilmPackets, type PacketLists } from '../rules/joined/seams.ts';
import type { Demuxer } from '../rules/source/formats.ts';
import type { Streams } from '../rules/source/streams.ts';
import { readAudible, readTimingAndLevel } from './measure-loudness.ts';

const TIMEOUT_MS = 120_000;
/** Transport streams have no place for this sound. */
const UNJOINABLE = ['pcm_dvd', 'pcm_bluray'];

/** The properties of a film, and the seams of its parts if it was joined from several. */
export type Film = Awaited<ReturnType<typeof readTimingAndLevel>> & {
  seams: catalog.Seam[];
  demuxer: Demuxer;
  streams: Streams;
};

/** Measures timeline and loudness; those of joined recordings as if they were one. */
export async function readFilm(job: Job, demuxer: Demuxer, listed: Streams): Promise<Film> {
  const { streams, ...found } = await readAudible(job, demuxer, listed);
  const seams = found.timing.hasJumps ? await readSeams(job, demuxer, streams) : [];
  if (seams.length === 0) return { ...found, seams, demuxer, streams };
  if (streams.audio && UNJOINABLE.includes(streams.audio.codec))
    throw new InputError(why('recordings-uncompressed'), '', { code: 'unsupported' });
  job.logger.info({ parts: seams.length + 1 }, 'joining the parts of the file');
  const source = join(job.source, { demuxer, ...indexesOf(streams), seams });
  const joined = {
    ...streams,
    video: { ...streams.video, index: 0 },
    audio: streams.audio && { ...streams.audio, index: 1 },
    listable: streams.audio ? [0, 1] : [0],
    // The container states the duration of one part, or the whole time between the first and the last.
    durationSeconds: undefined,
  };
  return { ...(await readTimingAndLevel({ ...job, source }, JOINED, joined)), seams, demuxer, streams };
}

/** Returns a job whose source is read as one film if it was joined from several recordings. */
export function joinParts(job: Job): Job {
  const plan = job.unit.plan && getPlan(job);
  if (!plan?.seams) return job;
  const film = { video: plan.video.streamIndex, audio: plan.audio?.streamIndex };
  const source = join(job.source, { demuxer: plan.demuxer, ...film, seams: plan.seams });
  return { ...job, source, unit: { ...job.unit, plan: asJoined(plan) } };
}

function join(
  source: Source,
  of: { demuxer: string; video: number; audio?: number | undefined; seams: readonly catalog.Seam[] },
): Source {
  return feedThrough(source, joinFeed({ protocol: source.protocol, demuxer: of.demuxer }, of, of.seams));
}

function indexesOf({ video, audio }: Streams): { video: number; audio: number | undefined } {
  return { video: video.index, audio: audio?.index };
}

async function readSeams(job: Job, demuxer: Demuxer, streams: Streams): Promise<catalog.Seam[]> {
  const { signal, source, tools } = job;
  const film = indexesOf(streams);
  const args = fileOrderArgs(film);
  const lists = { shown: newLists(), decoded: newLists(), sound: newLists() };
  const copies = [lists.shown, lists.decoded, lists.sound];
  const chosen = [film.video, film.audio].filter((index) => index !== undefined);
  await readList(
    tools,
    {
      ...{ source, demuxer, signal, timeoutMs: TIMEOUT_MS, args, streams: chosen },
      toItem: createPlacedPacketReader(),
    },
    ({ copy, position, time }) => {
      copies[copy]?.positions.push(position);
      copies[copy]?.times.push(time);
      return undefined;
    },
  );
  return findSeams(toFilm(lists, streams.audio !== null));
}

function newLists(): { positions: number[]; times: (number | undefined)[] } {
  return { positions: [], times: [] };
}

function toFilm(
  of: Record<'shown' | 'decoded' | 'sound', ReturnType<typeof newLists>>,
  hasSound: boolean,
): FilmPackets {
  const whole = ({ positions, times }: ReturnType<typeof newLists>): PacketLists => {
    const known = times.map((time, index) => time ?? times[index - 1] ?? 0);
    return { positions, decodeTimes: known, times: known };
  };
  const decoded = whole(of.decoded);
  // A mixture of both kinds would have gaps.
  const isShown = of.shown.times.every((time) => time !== undefined);
  return {
    video: isShown ? { ...decoded, times: whole(of.shown).times } : decoded,
    audio: hasSound ? whole(of.sound) : undefined,
  };
}
