import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { createDatabase, createLogger } from '@larksong/service-kit';
import { sql, type Kysely } from 'kysely';

import { findListProblems, type Read } from '../../infra/operate/src/check/lists-store.ts';
import { findNestProblems } from '../../infra/operate/src/check/nests-store.ts';
import { processesWith } from '../../services/transcoder/test/support/processes.ts';
import { fileOf, isCurrent, valueOf } from '../../services/catalog/src/approvals/change.ts';
import { keyOf } from '../../services/catalog/src/library/captions/store.ts';
import { listVideosById } from '../../services/catalog/src/library/videos/read-store.ts';
import type { SegmentRow, VideoRow } from '../../services/catalog/src/db/tables.ts';
import { dataDirOf, findSiteProcesses } from '../access/site-processes.ts';
import type { CatalogData } from '../support/catalog-data.ts';

/** Time without a heartbeat after which a running unit must have been reassigned: the limit and a round of checking. */
const HEARTBEAT_LIMIT_MS = 20_000;
/** Largest difference between the durations of a video and of its playlist: its last segment may be shorter in a rung. */
const DURATION_SLACK_SECONDS = 0.5;
/** ffmpeg ends within this time after its unit. */
const LINGER_MS = 2000;

export interface Expected {
  /** Ids of the videos whose uploads were accepted and which were not deleted. */
  accepted: readonly string[];
  /** Whether processes were killed, which leave an object's temporary file for the next sweep of storage. */
  killed?: boolean;
}

/**
 * Checks what must be true of any site at rest, and returns a sentence for each violation: every accepted upload is
 * final, its playlists are complete, storage has the planned objects and no others, every running unit has a heartbeat,
 * every ffmpeg a unit, lists, links and nests do not contradict themselves, and there are no temporary files. The videos must be
 * public.
 */
export async function findViolations(
  site: Stack,
  data: CatalogData,
  { accepted, killed = false }: Expected,
): Promise<string[]> {
  const videos = await data.db.selectFrom('videos').selectAll().execute();
  const segments = await data.db.selectFrom('segments').selectAll().execute();
  const ofVideo = Map.groupBy(segments, (segment) => segment.video_id);
  const completed = videos.filter(({ status }) => status === 'completed');
  const playlists = await Promise.all(
    completed.map((video) => findPlaylistProblems(site, video, ofVideo.get(video.id) ?? [])),
  );
  return [
    ...findUnfinished(videos, accepted),
    ...playlists.flat(),
    ...(await findWrongObjects(data, videos, ofVideo)),
    ...(await findSilentUnits(data)),
    ...(await findStrayProcesses(site, data)),
    ...(await findTemporaryFiles(site, data, killed)),
    ...(await findListProblems(readerOf(data.db))),
    ...(await findNestProblemsOf(site, data)),
  ];
}

function readerOf<Tables>(db: Kysely<Tables>): Read {
  return async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
}

async function findNestProblemsOf(site: Stack, data: CatalogData): Promise<string[]> {
  const auth = (await findSiteProcesses(site.url)).find(({ service }) => service === 'auth');
  const url = auth?.environment['DATABASE_URL'] ?? '';
  const logger = createLogger({ name: 'test', level: 'silent' });
  const db = createDatabase<object>({ url, logger });
  try {
    return await findNestProblems({ auth: readerOf(db), catalog: readerOf(data.db) });
  } finally {
    await db.destroy();
  }
}

function findUnfinished(videos: VideoRow[], accepted: readonly string[]): string[] {
  const found = new Map(videos.map((video) => [video.id, video]));
  return accepted.flatMap((id) => {
    const video = found.get(id);
    if (!video) return [`${id} was accepted and is lost`];
    if (video.status === 'processing') return [`${id} is not final`];
    return video.status === 'failed' && !video.processing_error ? [`${id} failed without a reason`] : [];
  });
}

async function findPlaylistProblems(site: Stack, video: VideoRow, segments: SegmentRow[]): Promise<string[]> {
  const plan = video.plan;
  if (!plan) return [`${video.id} is completed without a plan`];
  const names = [...plan.rungs.map(({ resolution }) => resolution), ...(plan.audio ? ['audio'] : [])];
  const problems: string[] = [];
  for (const name of names) {
    const response = await fetch(`${site.url}/hls/${video.id}/${name}/playlist.m3u8`);
    const text = await response.text();
    const listed = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
    const rows = segments.filter((row) => row.rendition === name && row.attempt === video.attempt);
    const seconds = listed.reduce((sum, each) => sum + each, 0);
    const missing = Math.abs(seconds - (video.duration_seconds ?? 0));
    if (!text.includes('#EXT-X-ENDLIST'))
      problems.push(`${video.id}/${name} has no end (${response.status})`);
    else if (listed.length !== rows.length)
      problems.push(`${video.id}/${name} lists ${listed.length} of ${rows.length} segments`);
    else if (missing > DURATION_SLACK_SECONDS)
      problems.push(`${video.id}/${name} lasts ${seconds} s instead of ${video.duration_seconds} s`);
  }
  return problems;
}

/**
 * Returns the files that changes of teachers keep: those with which a change can be undone, which must exist, and others
 * that go with their change.
 */
async function listKept({ db }: CatalogData): Promise<{ needed: string[]; kept: string[] }> {
  const changes = await db.selectFrom('teacher_changes').selectAll().execute();
  const ids = [...new Set(changes.map((change) => change.video_id))];
  const found = ids.length === 0 ? [] : await listVideosById(db, ids, { kind: 'visitor' });
  const videos = new Map(found.map((video) => [video.id, video]));
  const fileAt = (change: (typeof changes)[number], side: 'before' | 'after') =>
    fileOf(change.video_id, valueOf(change, side)) ?? [];
  const undoable = changes.filter((change) => {
    const video = videos.get(change.video_id);
    return change.undone_at === null && video && isCurrent(change, video);
  });
  return {
    needed: undoable.flatMap((change) => fileAt(change, 'before')),
    kept: changes.flatMap((change) => [fileAt(change, 'before'), fileAt(change, 'after')].flat()),
  };
}

/** A failed video may keep objects of its attempts until its retry or deletion sweeps them. */
async function findWrongObjects(
  data: CatalogData,
  videos: VideoRow[],
  segments: Map<string, SegmentRow[]>,
): Promise<string[]> {
  const { storage, db } = data;
  const captions = await db.selectFrom('video_captions').select(['id', 'video_id', 'key']).execute();
  const { needed, kept } = await listKept(data);
  const uploads = await db.selectFrom('uploads').select('key').execute();
  const planned = new Map<string, number | undefined>();
  for (const video of videos) {
    planned.set(video.source_key, Number(video.source_size_bytes));
    for (const row of segments.get(video.id) ?? []) {
      planned.set(row.key, Number(row.size_bytes));
      planned.set(row.init_key, undefined);
    }
    for (const key of [video.extras?.thumbnailKey, video.extras?.storyboard?.key])
      if (key !== undefined) planned.set(key, undefined);
    if (video.own_thumbnail_id !== null)
      planned.set(catalog.ownThumbnailKey(video.id, video.own_thumbnail_id), undefined);
  }
  for (const caption of captions) planned.set(keyOf(caption.video_id, caption), undefined);
  for (const key of needed) planned.set(key, undefined);
  const tolerated = new Set([...kept, ...uploads.map(({ key }) => key)]);
  const mayKeep = new Set(videos.filter(({ status }) => status !== 'completed').map(({ id }) => id));
  const problems: string[] = [];
  for await (const { key, sizeBytes } of storage.list('videos/')) {
    const expected = planned.get(key);
    if (expected !== undefined && expected !== sizeBytes)
      problems.push(`${key} has ${sizeBytes} bytes instead of ${expected}`);
    const isKnown = planned.delete(key) || tolerated.has(key) || mayKeep.has(key.split('/')[1] ?? '');
    if (!isKnown) problems.push(`${key} belongs to nothing`);
  }
  return [...problems, ...[...planned.keys()].map((key) => `${key} is missing from storage`)];
}

async function findSilentUnits({ db }: CatalogData): Promise<string[]> {
  const running = await db.selectFrom('transcode_units').selectAll().where('state', '=', 'running').execute();
  return running
    .filter((unit) => Date.now() - (unit.heartbeat_at ?? unit.due_at).getTime() > HEARTBEAT_LIMIT_MS)
    .map((unit) => `the ${unit.kind} of ${unit.video_id} runs without a heartbeat`);
}

/** The command lines of ffmpeg and ffprobe contain the work folder, which is named by the token of their unit. */
async function findStrayProcesses(site: Stack, data: CatalogData): Promise<string[]> {
  const strays = await listStrays(site, data);
  if (strays.length === 0) return [];
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS)); // their units may have ended a moment ago
  const still = new Set(await listStrays(site, data));
  return strays.filter((pid) => still.has(pid)).map((pid) => `process ${pid} works for no unit`);
}

async function listStrays(site: Stack, { db }: CatalogData): Promise<number[]> {
  const all = processesWith(join(dataDirOf(await findSiteProcesses(site.url)), 'work'));
  const running = await db
    .selectFrom('transcode_units')
    .select('token')
    .where('state', '=', 'running')
    .execute();
  const known = new Set(running.flatMap(({ token }) => processesWith(token ?? 'no token')));
  return all.filter((pid) => !known.has(pid));
}

async function findTemporaryFiles(site: Stack, data: CatalogData, killed: boolean): Promise<string[]> {
  const processes = await findSiteProcesses(site.url);
  const dataDir = dataDirOf(processes);
  const running = await data.db
    .selectFrom('transcode_units')
    .select('token')
    .where('state', '=', 'running')
    .execute();
  const tokens = new Set(running.map(({ token }) => token));
  // work/<worker>/larksong-transcoder/<process id>/<token>
  const folders = await listEntries(join(dataDir, 'work'), 4);
  const left = folders.filter((path) => !tokens.has(path.split('/').at(-1) ?? ''));
  const aside = killed ? [] : await listEntries(join(dataDir, 'storage', '.tmp'), 1);
  const recorded = await data.db.selectFrom('uploads').select('key').execute();
  const keys = new Set(recorded.map(({ key }) => key));
  const uploads = (await data.storage.listUploads()).filter(({ key }) => !keys.has(key));
  return [...left, ...aside, ...uploads.map(({ key }) => `the upload of ${key}`)].map(
    (what) => `${what} was left behind`,
  );
}

/** Returns the paths at a depth under a folder; none if it does not exist. */
async function listEntries(folder: string, depth: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.map((name) => join(folder, name));
  if (depth === 1) return paths;
  return (await Promise.all(paths.map((path) => listEntries(path, depth - 1)))).flat();
}
