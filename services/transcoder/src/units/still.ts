import { writeFile } from 'node:fs/promises';

import type { catalog } from '@larksong/contracts';
import sharp from 'sharp';

import { toSvg } from '../rules/picture/drawing.ts';
import { CANVAS, CANVAS_DEMUXER, canvasRun, DRAWING_DEMUXER } from '../rules/picture/still-args.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import type { Source } from '../media/source.ts';
import { createFolder } from '../media/work-folder.ts';
import type { Job } from '../job.ts';

const TIMEOUT_MS = 60_000;

// Where pictures of users are read in the same process, `packages/pictures` blocks all formats but theirs. Only our own
// drawing is read here.
const DRAWING_FORMAT = { operation: ['VipsForeignLoadSvgBuffer'] };

/**
 * Makes the picture of a song. Returns job and plan as if the picture were the only thing in the file, for everything that
 * reads pictures.
 */
export async function openStill(
  job: Job,
  plan: catalog.Plan,
  still: catalog.Still,
): Promise<{ job: Job; plan: catalog.Plan }> {
  const folder = await createFolder(`${job.workDir}/still`, job.tools.isolation);
  const path = `${folder}/canvas.y4m`;
  const [source, input] =
    still.kind === 'cover'
      ? [job.source, { demuxer: plan.demuxer, streamIndex: still.streamIndex }]
      : [fileSource(await draw(still, folder)), { demuxer: DRAWING_DEMUXER, streamIndex: 0 }];
  await runFfmpeg(job.tools, canvasRun({ ...input, protocol: source.protocol }, job.tools.threads, path), {
    source,
    workDir: job.workDir,
    signal: job.signal,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    job: { ...job, source: fileSource(path) },
    plan: {
      ...plan,
      demuxer: CANVAS_DEMUXER,
      startSeconds: 0,
      video: { ...plan.video, streamIndex: 0 },
      audio: null,
    },
  };
}

/** Draws a scene into a folder and returns the path of the picture. */
async function draw(drawing: Extract<catalog.Still, { kind: 'drawing' }>, folder: string): Promise<string> {
  const path = `${folder}/drawing.png`;
  const svg = Buffer.from(toSvg(drawing, CANVAS));
  sharp.unblock(DRAWING_FORMAT);
  await writeFile(path, await sharp(svg).flatten({ background: '#ffffff' }).png().toBuffer());
  return path;
}

function fileSource(path: string): Source {
  return { protocol: 'file', address: path, failure: () => undefined, close: () => {} };
}
