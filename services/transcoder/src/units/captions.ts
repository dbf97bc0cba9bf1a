import { readFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InfrastructureError, NO_SPACE } from '../failure.ts';
import { getPlan, toolboxOf, type Job } from '../job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media-error.ts';
import { createFolder } from '../media/work-folder.ts';
import { captionRun, eventsPath, toCaptions } from '../rules/captions.ts';

/** Limit for reading the subtitles of a file, which may mean reading all of it. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Stores the text subtitles of the source as WebVTT, the best that can be used of each language. Subtitles that cannot
 * be read are left out: only storage and a full disk make this fail.
 */
export async function makeCaptions(job: Job, timeoutMs = TIMEOUT_MS): Promise<catalog.StoredCaption[]> {
  const plan = getPlan(job);
  const subtitles = plan.subtitles ?? [];
  if (subtitles.length === 0) return [];
  const folder = await createFolder(`${job.workDir}/captions`, job.tools.isolation);
  if (!(await extract(job, { subtitles, folder, timeoutMs }))) return [];
  const captions: catalog.StoredCaption[] = [];
  for (const stream of subtitles) {
    const { language, label } = stream;
    if (captions.some((caption) => caption.language === language)) continue;
    const events = await readFile(eventsPath(folder, stream)).catch(() => undefined);
    const content = events && toCaptions(events, plan);
    if (content === undefined) continue;
    const key = catalog.extraCaptionKey(job.unit, captions.length);
    await job.put(key, Buffer.from(content), 'text/vtt');
    captions.push({ key, language, label });
  }
  job.logger.info({ streams: subtitles.length, captions: captions.length }, 'subtitles of the file read');
  return captions;
}

/**
 * Writes the events of all streams in one pass. Returns false if ffmpeg fails, since they may then be incomplete. Throws
 * if storage or the disk is at fault.
 */
async function extract(
  job: Job,
  what: { subtitles: readonly catalog.SubtitleStream[]; folder: string; timeoutMs: number },
): Promise<boolean> {
  const run = captionRun({ ...toolboxOf(job), plan: getPlan(job), ...what });
  const { signal, source, workDir } = job;
  let log: string;
  let reason: MediaError['reason'] | undefined;
  try {
    log = await runFfmpeg(job.tools, run, { source, workDir, signal, timeoutMs: what.timeoutMs });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    ({ log, reason } = error);
    job.logger.warn({ reason, log }, 'the subtitles of the file could not be read');
  }
  const failure = source.failure(); // ffmpeg takes it for the end of the file
  if (failure) throw new InfrastructureError(why('storage-unreadable'), log, { cause: failure });
  if (NO_SPACE.test(log)) throw new InfrastructureError(why('no-space'), log);
  return reason === undefined;
}
