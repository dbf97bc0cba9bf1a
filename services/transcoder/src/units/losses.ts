import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import { hasHoles } from '../failure.ts';
import { getPlan, type Job } from '../job.ts';
import {
  areTooMany,
  lostFrames,
  lostSound,
  MOST_SOUND_SECONDS,
  type Listed,
  type Lists,
} from '../rules/timing/losses.ts';
import { createPacketReader, type ListPaths } from '../rules/timing/packets.ts';

interface Part {
  startSeconds: number;
  endSeconds: number;
}

/** Throws `InputError` if more frames of a chunk were read than are published, unless a superadmin has accepted that. */
export async function checkFrames(
  job: Job,
  paths: ListPaths,
  of: { part: Part; log: string },
): Promise<void> {
  if (job.unit.accepted) return;
  const counted = lostFrames(await readLists(job, paths), of.part, of.log);
  if (counted.lost > 0)
    job.logger.warn({ ...counted, ...of.part }, 'some frames were read but not published');
  if (!areTooMany(counted)) return;
  const { durationSeconds } = getPlan(job);
  const missing = (counted.lost / counted.read) * (of.part.endSeconds - of.part.startSeconds);
  throw lost(durationSeconds, missing, `${counted.lost} of ${counted.read} frames are missing.\n${of.log}`);
}

/** Throws `InputError` if more sound was read than is published, unless a superadmin has accepted that. */
export async function checkSound(job: Job, paths: ListPaths, log: string): Promise<void> {
  if (job.unit.accepted) return;
  const { durationSeconds } = getPlan(job);
  const whole = { startSeconds: 0, endSeconds: durationSeconds };
  const seconds = lostSound(await readLists(job, paths), whole, log);
  if (seconds > 0.1) job.logger.warn({ seconds }, 'some sound was read but not published');
  if (seconds <= MOST_SOUND_SECONDS) return;
  throw lost(durationSeconds, seconds, `${seconds.toFixed(1)} s of the sound are missing.\n${log}`);
}

function lost(endSeconds: number, missingSeconds: number, log: string): Error {
  // A loss is never shown as none.
  const seconds = Math.min(endSeconds - missingSeconds, endSeconds - 1);
  return hasHoles({ seconds: Math.max(0.1, seconds), endSeconds }, log);
}

async function readLists(job: Job, { decoded, packets }: ListPaths): Promise<Lists> {
  const { startSeconds } = getPlan(job);
  return { packets: await readList(packets, startSeconds), decoded: await readList(decoded, 0) };
}

async function readList(path: string, startSeconds: number): Promise<Listed[]> {
  const listed: Listed[] = [];
  const toPacket = createPacketReader([0]);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const packet = toPacket(line);
    if (!packet || packet.isDiscarded || packet.time === undefined) continue;
    listed.push({ time: packet.time - startSeconds, duration: packet.duration ?? 0 });
  }
  return listed;
}
