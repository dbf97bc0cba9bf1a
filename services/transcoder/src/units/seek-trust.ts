import { getPlan, type Job } from '../job.ts';
import { readList } from '../media/packets.ts';
import { MediaError } from '../media-error.ts';
import {
  areAlike,
  mayDependOnBeginning,
  pictureListArgs,
  readPicture,
  type ListedPicture,
} from '../rules/picture/key-pictures.ts';

/** The key pictures of the films that this worker reads, by the keys of their sources: each chunk of a film needs them. */
const known = new Map<string, Promise<ReadonlyMap<string, string> | undefined>>();
const MAX_KNOWN = 8;
const WHOLE_TIMEOUT_MS = 300_000;
const SEEK_TIMEOUT_MS = 60_000;

/**
 * Returns whether decoding after a seek gives the pictures that decoding from the beginning gives. It does not where
 * parameters are in the file once and change, or where the decoder recognises a faulty encoder by the first picture; often no
 * error is logged. Key pictures alone are decoded from the beginning, once for all chunks of a film on this worker.
 */
export async function canTrustSeek(job: Job, seek: readonly string[]): Promise<boolean> {
  const { seekable, video } = getPlan(job);
  if (seek.length === 0 || !seekable || !mayDependOnBeginning(video.codec)) return true;
  const whole = findKeyPictures(job);
  const trial = list(job, { seek, timeoutMs: SEEK_TIMEOUT_MS });
  await Promise.allSettled([whole, trial]); // a failure leaves no process behind
  const [fromBeginning, afterSeek] = [await whole, await trial];
  if (!fromBeginning || !afterSeek || areAlike(fromBeginning, afterSeek)) return true;
  job.logger.warn({ seek }, 'pictures after a seek differ from those decoded from the beginning');
  return false;
}

function findKeyPictures(job: Job): Promise<ReadonlyMap<string, string> | undefined> {
  const { key } = job.unit.source;
  const found = known.get(key);
  if (found) return found;
  const reading = list(job, { timeoutMs: WHOLE_TIMEOUT_MS }).then(
    (pictures) => pictures && new Map(pictures.map(({ time, checksum }) => [time, checksum])),
  );
  known.set(key, reading);
  reading.catch(() => known.delete(key)); // the unit was stopped, or storage failed
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MAX_KNOWN) known.delete(oldest);
  return reading;
}

/** Returns the pictures that could be decoded; undefined if that took too long. */
async function list(
  job: Job,
  of: { seek?: readonly string[]; timeoutMs: number },
): Promise<ListedPicture[] | undefined> {
  const { demuxer, video } = getPlan(job);
  const { signal, source, tools } = job;
  const pictures: ListedPicture[] = [];
  const run = {
    ...{
      source,
      demuxer,
      signal,
      timeoutMs: of.timeoutMs,
      streams: [video.streamIndex],
      toItem: readPicture,
    },
    args: pictureListArgs(video.streamIndex, of.seek),
  };
  try {
    await readList(tools, run, (picture) => {
      pictures.push(picture);
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof MediaError) || source.failure()) throw error;
    if (error.reason !== 'exit') return undefined;
  }
  return pictures;
}
