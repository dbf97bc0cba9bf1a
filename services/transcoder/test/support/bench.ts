import { randomUUID } from 'node:crypto';
import { copyFile, stat } from 'node:fs/promises';

import { catalog, type Readable } from '@larksong/contracts';
import { createStorage, type Storage } from '@larksong/service-kit/storage';
import { createTestFolder, createTestLogger } from '@larksong/service-kit/testing';

import type { Job } from '../../src/job.ts';
import { openSource, type SourceServer } from '../../src/media/source.ts';
import { startSourceServer } from '../../src/media/source-server.ts';
import { findMediaTools, type MediaTools } from '../../src/media/tools.ts';
import { createFolder, prepareWorkRoot, removeFolder } from '../../src/media/work-folder.ts';
import { runUnit } from '../../src/units/run-unit.ts';
import { ffmpeg } from './clips.ts';

export interface UnitOptions {
  kind: catalog.UnitKind;
  videoId: string;
  plan?: catalog.Plan;
  chunk?: catalog.Chunk;
  segments?: catalog.Segment[];
  extraKeys?: string[];
  /** The part of a damaged file that a superadmin has accepted. */
  accepted?: Readable;
  resolutions?: catalog.Resolution[];
  signal?: AbortSignal;
  tools?: Partial<MediaTools>;
  storage?: Storage;
  /** Returns whether the video can be watched by then; true by default. */
  onSegments?: (segments: catalog.Segment[]) => boolean | void;
  /** Runs instead of the whole unit. */
  work?: (job: Job) => Promise<catalog.UnitResult>;
}

/** The parts of a bench with which it runs units. */
interface Equipment {
  storage: Storage;
  tools: MediaTools;
  server: SourceServer;
  workRoot: string;
}

/** Larger objects would be uploaded in parts, which is not tested here. */
const PUT_BYTES = 16 * 1024 * 1024;

let found: Promise<MediaTools> | undefined;

/** Looks at this machine's programs once per process: its test files share what does not change. */
function findTools(): Promise<MediaTools> {
  found ??= findMediaTools({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', threads: 2, niceness: 0 });
  return found;
}

/** Creates storage, tools and folders to run single units without catalog and queue. */
export async function createBench() {
  const folder = await createTestFolder();
  const storage = createStorage({ STORAGE_DIR: `${folder.path}/objects` });
  const tools = await findTools();
  const server = await startSourceServer();
  const workRoot = await prepareWorkRoot(folder.path);
  const run = (options: UnitOptions) => runSingle({ storage, tools, server, workRoot }, options);

  async function plan(
    videoId: string,
    resolutions?: catalog.Resolution[],
    accepted?: Readable,
  ): Promise<catalog.Plan> {
    const options = { ...(resolutions ? { resolutions } : {}), ...(accepted ? { accepted } : {}) };
    const { result } = await run({ kind: 'plan', videoId, ...options });
    if (result.kind !== 'plan') throw new Error('a plan unit returned another result');
    return result.plan;
  }

  async function close(): Promise<void> {
    await server.close();
    await storage.close();
    await folder.remove();
  }

  return {
    ...{ folder: folder.path, storage, tools, server, workRoot, run, plan, close },
    ...createObjects(storage),
  };
}

export type Bench = Awaited<ReturnType<typeof createBench>>;

/** Runs one unit with its own source, in its own folder. */
async function runSingle(
  { storage, tools, server, workRoot }: Equipment,
  options: UnitOptions,
): Promise<{ result: catalog.UnitResult; segments: catalog.Segment[]; unit: catalog.UnitAssignment }> {
  const unit = await assign(storage, options);
  const used = { ...tools, ...options.tools };
  const source = await openSource(options.storage ?? storage, server, {
    ...unit.source,
    isolation: used.isolation,
  });
  const segments: catalog.Segment[] = [];
  const workDir = await createFolder(`${workRoot}/${unit.token}`, used.isolation);
  const job: Job = {
    unit,
    storage: options.storage ?? storage,
    tools: used,
    source,
    workDir,
    signal: options.signal ?? new AbortController().signal,
    logger: createTestLogger(),
    put: async (objectKey, body, contentType) => {
      await storage.put(objectKey, body, { contentType });
    },
    reportSegments: async (list) => {
      segments.push(...list);
      return { playable: options.onSegments?.(list) ?? true };
    },
    reportProgress: () => {},
  };
  try {
    return { result: await (options.work ?? runUnit)(job), segments, unit };
  } finally {
    source.close();
    await removeFolder(workDir);
  }
}

/** Returns a unit as catalog would assign it. */
async function assign(storage: Storage, options: UnitOptions): Promise<catalog.UnitAssignment> {
  const key = catalog.sourceKey(options.videoId);
  const info = await storage.stat(key);
  return {
    id: randomUUID(),
    videoId: options.videoId,
    attempt: 1,
    kind: options.kind,
    index: 0,
    token: randomUUID(),
    requestId: null,
    source: { key, sizeBytes: info?.sizeBytes ?? 0 },
    resolutions: options.resolutions ?? ['720p', '480p', '360p'],
    plan: options.plan ?? null,
    chunk: options.chunk ?? null,
    segments: options.segments ?? [],
    ...(options.extraKeys ? { extraKeys: options.extraKeys } : {}),
    ...(options.accepted ? { accepted: options.accepted } : {}),
  };
}

/** Returns how to store sources and read results. */
function createObjects(storage: Storage) {
  /** Stores a file as the source of a new video. */
  async function addSource(path: string): Promise<string> {
    const videoId = randomUUID();
    const key = catalog.sourceKey(videoId);
    if ((await sizeOf(path)) < PUT_BYTES) await storage.put(key, { path });
    else {
      await storage.put(key, Buffer.alloc(0));
      await copyFile(path, storage.localPath(key) ?? '');
    }
    return videoId;
  }

  async function read(key: string): Promise<Buffer> {
    const object = await storage.get(key);
    if (!object) throw new Error(`${key} is missing from storage`);
    return Buffer.concat(await object.stream.toArray());
  }

  /** Returns a rendition as one file: its first init segment and all segments in order. */
  async function join(segments: catalog.Segment[], rendition: catalog.Rendition): Promise<Buffer> {
    const own = segments
      .filter((segment) => segment.rendition === rendition)
      .sort((a, b) => a.index - b.index);
    const parts = [
      await read(own[0]?.initKey ?? ''),
      ...(await Promise.all(own.map((segment) => read(segment.key)))),
    ];
    return Buffer.concat(parts);
  }

  return { addSource, read, join };
}

/** Returns chunks of whole segments that together cover a plan. */
export function cut(plan: catalog.Plan, counts: number[]): catalog.Chunk[] {
  const total = Math.max(1, Math.ceil((plan.durationSeconds - 0.01) / 4));
  const chunks: catalog.Chunk[] = [];
  for (let first = 0; first < total;) {
    const segmentCount = Math.min(counts[chunks.length] ?? total, total - first);
    chunks.push({
      startSeconds: first * 4,
      endSeconds: Math.min((first + segmentCount) * 4, plan.durationSeconds),
      firstSegment: first,
      segmentCount,
    });
    first += segmentCount;
  }
  return chunks;
}

/** Decodes a video; throws if ffmpeg logs anything, as of two frames at the same time. */
export async function decode(video: Buffer): Promise<void> {
  // Uses the video's own time base, since that of the nominal rate would give close frames the same time.
  await ffmpeg(['-xerror', '-i', 'pipe:0', '-enc_time_base', '-1', '-f', 'null', '-'], video);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}
