import { catalog } from '@larksong/contracts';
import { AppError, toClientNetwork, type NestCaller, type Register } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { findVideos } from '../library/listings/list-videos.ts';
import { loadVideos } from '../library/listings/page.ts';
import type { Searches } from '../library/search/searches.ts';
import { findVideo, type ShownVideo } from '../library/videos/read-store.ts';
import { toVideo } from '../library/videos/video.ts';
import type { NestViewer } from '../library/videos/viewer.ts';
import { canFind, toAccessRules } from '../library/videos/visibility.ts';
import type { ReportView } from '../library/views/routes.ts';
import { createBuckets } from '../library/views/token-bucket.ts';
import type { ViewerKeys } from '../library/views/viewer-key.ts';
import type { NestStreams } from '../streaming/nest-stream-cookie.ts';
import type { ToNestViewer } from './caller.ts';
import type { NestMetrics } from './metrics.ts';
import { findFirstRows, findRowWith, savePosition } from './row-store.ts';
import { findRule } from './rule-store.ts';
import { showPlace, showRow } from './show-place.ts';
import { recordReport, showTime, type Report } from './time/count-time.ts';

export interface NestDeps {
  db: Db;
  searches: Searches;
  correctionMs: number;
  nestStreams: NestStreams;
  toNestViewer: ToNestViewer;
  reportView: ReportView;
  viewerKeys: ViewerKeys;
  metrics: NestMetrics;
}

interface Answer {
  request: FastifyRequest;
  reply: FastifyReply;
}

const FOUND_SONGS = 48;
/** Reports of a device: players send one every ten seconds, and at every pause and seek. */
const REPORTS = { burst: 10, perSecond: 1 };
const MAX_DEVICES = 50_000;

/** Registers the calls of nests, which see what their rule names, and nothing else. */
export function registerNests(register: Register, deps: NestDeps): void {
  const { db } = deps;
  const enter = async (caller: NestCaller, answer: Answer): Promise<NestViewer> => {
    answer.reply.header('cache-control', 'no-store');
    await deps.nestStreams.offer(caller, answer);
    return deps.toNestViewer(caller);
  };

  register(catalog.getNest, async ({ caller, request, reply }) => {
    const nest = await enter(caller, { request, reply });
    return { data: { ...(await showPlace(db, nest)), time: await showTime(db, nest) } };
  });
  register(catalog.getNestRow, async ({ params, query, caller, request, reply }) => {
    const nest = await enter(caller, { request, reply });
    return { data: { row: await showRow(db, nest, { rowId: params.rowId, ...query }) } };
  });
  register(catalog.getNestSong, async ({ params, caller, request, reply }) => {
    const nest = await enter(caller, { request, reply });
    const video = await getSong(db, nest, params.videoId);
    return { data: { video: toVideo(video, nest, new Date()) } };
  });
  register(catalog.searchNest, async ({ query, caller, request, reply }) => {
    const nest = await enter(caller, { request, reply });
    const rule = nest.isLive ? await findRule(db, nest.ruleId, nest.ownerId) : undefined;
    if (!rule?.allows_search) throw new AppError('FORBIDDEN');
    return { data: { songs: await search(deps, nest, { text: query.q, request }) } };
  });
  register(catalog.recordNestPosition, async ({ params, body, caller, request, reply }) => {
    const nest = await enter(caller, { request, reply });
    const place = { rowId: params.rowId, videoId: body.videoId };
    await getSong(db, nest, body.videoId);
    if (!(await findRowWith(db, nest, place))) throw new AppError('ITEM_NOT_FOUND');
    await savePosition(db, nest, place);
    return {};
  });
  registerReports(register, deps, enter);
}

type Enter = (caller: NestCaller, answer: Answer) => Promise<NestViewer>;

function registerReports(register: Register, deps: NestDeps, enter: Enter): void {
  const { db, metrics } = deps;
  const devices = createBuckets(REPORTS, { maxNames: MAX_DEVICES, now: Date.now });
  const record = async (nest: NestViewer, report: Report) => {
    metrics.reported(report.song ? 'song' : 'game');
    return { data: { time: await recordReport(db, nest, report, metrics.counted) } };
  };
  const takeTurn = ({ sessionId }: NestCaller) => {
    if (!devices.take(sessionId)) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
  };

  register(catalog.recordNestView, async ({ params: { videoId }, body, caller, request, reply }) => {
    takeTurn(caller);
    const nest = await enter(caller, { request, reply });
    const video = await getSong(db, nest, videoId);
    const row = await findRowWith(db, nest, { rowId: body.rowId, videoId });
    if (!row) throw new AppError('ITEM_NOT_FOUND');
    const song = { ...toPlayed(video), positionSeconds: body.watchedDuration, isLearning: row.is_learning };
    const answer = await record(nest, { sessionId: caller.sessionId, song, begins: body.begins });
    if (body.watchedDuration === 0) await countOpening(deps, nest, { videoId, request });
    return answer;
  });
  register(catalog.recordNestGame, async ({ body, caller, request, reply }) => {
    takeTurn(caller);
    const nest = await enter(caller, { request, reply });
    const rule = nest.isLive ? await findRule(db, nest.ruleId, nest.ownerId) : undefined;
    if (!rule?.game.isOn) throw new AppError('FORBIDDEN');
    return record(nest, { sessionId: caller.sessionId, song: null, begins: body.begins });
  });
}

function toPlayed({ id, duration_seconds: durationSeconds, plan }: ShownVideo) {
  const chapters = (plan?.chapters ?? []).map(({ startSeconds }) => startSeconds);
  return { videoId: id, durationSeconds, chapters, isStill: plan?.video.still !== undefined };
}

/** Counts an opening as that of a visitor, without anything about the nest; one that is not counted is no failure. */
async function countOpening(
  { reportView, viewerKeys }: NestDeps,
  viewer: NestViewer,
  { videoId, request }: { videoId: string; request: FastifyRequest },
): Promise<void> {
  const network = toClientNetwork(request.ip);
  const userAgent = request.headers['user-agent'] ?? '';
  const view = {
    ...{ videoId, viewer, source: network, positionSeconds: 0 },
    viewerKey: viewerKeys({ network, userAgent }),
    networkKey: viewerKeys({ network }),
  };
  await reportView(view).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** Returns a song that the nest sees. Throws VIDEO_NOT_FOUND for every other. */
async function getSong(db: Db, nest: NestViewer, videoId: string): Promise<ShownVideo> {
  const video = await findVideo(db, videoId, nest);
  if (!video || !canFind(nest, toAccessRules(video))) throw new AppError('VIDEO_NOT_FOUND');
  return video;
}

/** Finds songs of the nest, and the rows in which they play. */
async function search(
  { db, searches, correctionMs }: NestDeps,
  viewer: NestViewer,
  { text, request }: { text: string; request: FastifyRequest },
): Promise<{ video: catalog.Video; rowId: string }[]> {
  if (text.trim() === '') return [];
  const sought = {
    viewer,
    sort: 'newest' as const,
    text,
    terms: [],
    after: null,
    limit: FOUND_SONGS,
    correctionMs,
  };
  const hits = await searches.run(request, (on) => findVideos(on, sought));
  const videos = await loadVideos(db, hits, viewer);
  const ids = videos.map(({ id }) => id);
  const rows = await findFirstRows(db, viewer, ids);
  return videos.flatMap((video) => {
    const rowId = rows.get(video.id);
    return rowId === undefined ? [] : [{ video, rowId }];
  });
}
