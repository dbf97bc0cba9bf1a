import { catalog } from '@larksong/contracts';
import {
  connectToAuth,
  createNestAuthentication,
  createAuthentication,
  createDatabase,
  createDatabases,
  createLoopMetrics,
  createLoops,
  createRedis,
  listEndedSessions,
  migrateToLatest,
  type Logger,
  type Loops,
  type Service,
  type Trust,
} from '@larksong/service-kit';
import { createWakeUpQueue } from '@larksong/service-kit/queue';
import { createLogUpkeep } from '@larksong/service-kit/audit';
import {
  createProcessStatus,
  createStorageProbe,
  probeDatabase,
  probeRedis,
  remotePassword,
} from '@larksong/service-kit/status';
import { storageKind, type Storage } from '@larksong/service-kit/storage';
import { Registry } from 'prom-client';

import { buildApp } from './app.ts';
import { hasApprovals } from './approvals/setting-store.ts';
import { sweepChanges } from './approvals/sweep-changes.ts';
import { openComments } from './comments/open-comments.ts';
import { relayCommentMails } from './comments/relay-mails.ts';
import { tellComments } from './comments/tell-comments.ts';
import type { Config } from './config.ts';
import { openStorage } from './db/open-storage.ts';
import { migrations } from './db/migrations/index.ts';
import { TABLE_NAMES } from './db/table-names.ts';
import type { Db, Tables } from './db/tables.ts';
import { sweepFlags } from './participation/flags/store.ts';
import { tellFlags } from './participation/flags/tell-flags.ts';
import { createNeedsApproval } from './library/approval/needs-approval.ts';
import { guessLanguages } from './library/captions/guess-languages.ts';
import { createSearches, SEARCHES_AT_ONCE } from './library/search/searches.ts';
import { deleteUnusedWords } from './library/search/store.ts';
import { writeDocuments } from './library/search/write-documents.ts';
import { hashSources } from './library/sources/hash-sources.ts';
import { dropOldViews } from './library/views/store.ts';
import { createViewerKeys } from './library/views/viewer-key.ts';
import type { LinkKeys } from './list-links/link-keys.ts';
import { openLinks } from './list-links/links.ts';
import { keepLinks } from './list-links/upkeep.ts';
import { sweepForgotten } from './members/forget-member.ts';
import { refreshMemberNames } from './members/refresh-names.ts';
import { createMetrics } from './metrics.ts';
import { openNests } from './nests/nests.ts';
import { sweepTimes } from './nests/time/time-store.ts';
import { openSiteAccess } from './site-access/known-access.ts';
import { addAccess } from './site-access/metrics.ts';
import { offerStreamCookie } from './streaming/offer-stream-cookie.ts';
import { createStreamCookies } from './streaming/stream-cookie.ts';
import { deleteOldLists } from './song-lists/store.ts';
import { sweepSuggestions } from './participation/suggestions/store.ts';
import { tellSuggestions } from './participation/suggestions/tell-suggestions.ts';
import { deleteFinishedUnits, removeOldSources } from './transcoding/deletion/store.ts';
import { sweepDeleted } from './transcoding/deletion/sweep-deleted.ts';
import { foldTotals } from './totals/store.ts';
import type { TranscodingMetrics } from './transcoding/metrics.ts';
import { relayNotices } from './transcoding/notices/relay-notices.ts';
import { sampleQueue } from './transcoding/queue-state/store.ts';
import { createUnitReconciler } from './transcoding/units/reconcile.ts';
import { relayOutbox, type WakeUpQueues } from './transcoding/wake-ups/relay.ts';
import { forgetWorkers } from './transcoding/workers/store.ts';
import type { Quota } from './uploads/quota.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { refreshUploaderNames } from './uploads/uploader-names.ts';

const HOUR = 3600;
/** Share of the silence limit of a call in which misspelt words are corrected: 300 ms of 2.5 s. */
const CORRECTION_SHARE = 0.12;

interface CatalogService extends Service {
  db: Db;
  storage: Storage;
  queues: WakeUpQueues;
}

/** Parts that tests and benches replace. */
export interface Replacements {
  trust?: Trust;
  onDeleted?: (videoId: string) => void;
  /** How long the readings of metrics are kept. */
  keepReadingsMs?: number;
}

/**
 * Migrates the database and connects catalog to Postgres, Redis, storage and auth. Releases everything if that fails.
 */
export async function createService(
  config: Config,
  logger: Logger,
  replacements: Replacements = {},
): Promise<CatalogService> {
  await using resources = new AsyncDisposableStack();
  await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
  const registry = new Registry();
  const { db, background, destroy } = createDatabases<Tables>(config, logger, registry);
  resources.defer(destroy);
  const silenceMs = config.DATABASE_SILENCE_SECONDS * 1000;
  const openPool = (poolSize: number): Db => {
    const pool = createDatabase<Tables>({ url: config.DATABASE_URL, logger, poolSize, silenceMs });
    resources.defer(() => pool.destroy());
    return pool;
  };
  const [searches, files] = [openPool(SEARCHES_AT_ONCE), openPool(config.DATABASE_FILE_CONNECTIONS)];
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger, metrics: registry });
  resources.defer(() => redis.disconnect());
  const storage = openStorage(config, background);
  resources.defer(() => storage.close());
  const createQueue = (lane: catalog.Lane) => {
    const name = catalog.WAKE_UP_QUEUES[lane];
    const queue = createWakeUpQueue<catalog.WakeUp>({ name, redisUrl: config.REDIS_URL, logger });
    resources.defer(() => queue.close());
    return queue;
  };
  const queues = { heavy: createQueue('heavy'), light: createQueue('light') };
  const { call, ...trust } = connectToAuth(config, {
    logger,
    listEnded: () => listEndedSessions(redis),
    trust: replacements.trust,
  });
  const cookies = createStreamCookies({
    secret: config.STREAM_COOKIE_SECRET,
    secure: config.PUBLIC_URL.startsWith('https:'),
  });

  const siteAccess = await openSiteAccess(db, config);
  const deps = { db, storage, queues, auth: call, logger };
  const links = openLinks(config, { ...deps, redis });
  const loops = createLoops(logger, createLoopMetrics(registry));
  const metrics = createMetrics(registry, {
    ...deps,
    db: background,
    keepMs: replacements.keepReadingsMs,
  });
  addAccess(registry, siteAccess.get);
  const ofLoops = { ...deps, db: background, metrics: metrics.transcoding };
  const { relay, deletions, forgotten } = addLoops(loops, { ...ofLoops, keys: links.keys }, config);

  const app = await buildApp({
    ...deps,
    background,
    searches: createSearches({ db, searches }),
    correctionMs: Math.round(silenceMs * CORRECTION_SHARE),
    files,
    authentication: createAuthentication({
      ...trust,
      onConfirmed: (viewer, request, reply) => offerStreamCookie(viewer, { request, reply, cookies }),
    }),
    nestAuthentication: createNestAuthentication(trust),
    sessions: trust.sessions,
    cookies,
    metrics,
    siteAccess,
    links,
    nests: openNests(config, { ...deps, ...links, ...trust }),
    toVideoViewer: siteAccess.toVideoViewer,
    needsApproval: createNeedsApproval({ sessions: trust.sessions, areApprovalsOn: () => hasApprovals(db) }),
    ...{ comments: openComments(deps), viewerKeys: createViewerKeys(config.STREAM_COOKIE_SECRET) },
    ...{ accessLog: config.ACCESS_LOG, linesPerMinute: config.LOG_LINES_PER_MINUTE },
    internalToken: config.INTERNAL_TOKEN,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    uploadStallSeconds: config.UPLOAD_STALL_SECONDS,
    uploadExpiryHours: config.UPLOAD_EXPIRY_HOURS,
    minFreeBytes: config.MIN_FREE_BYTES,
    quota: quotaOf(config),
    uploadReservationSeconds: config.UPLOAD_RESERVATION_SECONDS,
    ...limitsOf(config),
    describeProcess: createProcessStatus({
      ...secretsOf(config),
      database: () => probeDatabase(db, { migrations: Object.keys(migrations), tables: TABLE_NAMES }),
      redis: () => probeRedis(redis),
      storage: createStorageProbe(storage, { prefix: 'videos/probe-', kind: storageKind(config) }),
    }),
    onDue: () => relay.poke(),
    onDeleted: replacements.onDeleted ?? (() => deletions.poke()),
    onAbandoned: () => deletions.poke(),
    onForgotten: () => forgotten.poke(),
  });
  resources.defer(() => app.close());
  resources.defer(() => loops.stop());
  const owned = resources.move();
  return { app, db, storage, queues, start: async () => loops.start(), stop: () => owned.disposeAsync() };
}

function quotaOf(config: Config): Quota {
  return {
    siteBytes: config.SITE_QUOTA_BYTES,
    uploaderBytes: config.UPLOADER_QUOTA_BYTES,
    teacherBytes: config.TEACHER_QUOTA_BYTES,
  };
}

function limitsOf(config: Config) {
  return {
    viewLimits: {
      reportSeconds: config.VIEW_REPORT_SECONDS,
      perSecond: config.VIEWS_PER_SECOND,
      perNetwork: config.VIEWS_PER_NETWORK,
    },
    flagsPerNetwork: config.FLAGS_PER_NETWORK,
  };
}

/** Returns the secrets whose strength the status reports. */
function secretsOf(config: Config) {
  const { INTERNAL_TOKEN, STREAM_COOKIE_SECRET, LINK_SECRET } = config;
  return {
    secrets: { INTERNAL_TOKEN, STREAM_COOKIE_SECRET, ...(LINK_SECRET === undefined ? {} : { LINK_SECRET }) },
    passwords: {
      "catalog's password for Postgres": remotePassword(config.DATABASE_URL),
      "catalog's password for Redis": remotePassword(config.REDIS_URL),
      "catalog's S3_SECRET_KEY": config.S3_ENDPOINT ? config.S3_SECRET_KEY : undefined,
    },
  };
}

/** Days for which what a nest told is kept if nobody closes it. */
const NEST_FLAG_DAYS = 90;

/** Days for which a suggestion waits; about many nobody ever decides. */
const WAITING_SUGGESTION_DAYS = 180;

function addParticipation(loops: Loops, deps: Parameters<typeof tellFlags>[0]): void {
  const { db } = deps;
  loops.add('flag notices', 15, (signal) => tellFlags(deps, signal));
  loops.add('suggestion mails', 60, (signal) => tellSuggestions(deps, signal));
  loops.add('flags', HOUR, async (signal) => {
    await sweepFlags(db, { closedDays: catalog.CLOSED_FLAG_DAYS, nestDays: NEST_FLAG_DAYS }, signal);
    const decidedDays = catalog.DECIDED_SUGGESTION_DAYS;
    await sweepSuggestions(db, { decidedDays, waitingDays: WAITING_SUGGESTION_DAYS }, signal);
  });
}

type LoopDeps = Parameters<typeof sweepDeleted>[0] &
  Parameters<typeof relayNotices>[0] &
  Parameters<typeof refreshUploaderNames>[0] & {
    queues: WakeUpQueues;
    metrics: TranscodingMetrics;
    keys: LinkKeys;
  };

/** Adds catalog's background loops and returns those that calls poke. */
function addLoops(loops: Loops, deps: LoopDeps, config: Config) {
  const { db } = deps;
  const reconcile = createUnitReconciler({
    ...deps,
    heartbeatTimeoutSeconds: config.HEARTBEAT_TIMEOUT_SECONDS,
  });
  loops.add('reconcile', config.RECONCILE_SECONDS, reconcile);
  loops.add('uploads', 60, () => sweepUploads({ ...deps, uploadExpiryHours: config.UPLOAD_EXPIRY_HOURS }));
  loops.add('notices', 2, (signal) => relayNotices(deps, signal));
  loops.add('comment mails', 30, (signal) => relayCommentMails(deps, signal));
  loops.add('comment notices', 15, () => tellComments(deps));
  loops.add('documents', 60, (signal) => writeDocuments(deps, signal));
  loops.add('languages', HOUR, (signal) => guessLanguages(deps, signal));
  loops.add('source hashes', 60, (signal) => hashSources(deps, signal));
  loops.add('views', 300, (signal) => dropOldViews(db, signal));
  loops.add('units', HOUR, (signal) => deleteFinishedUnits(db, config.FINISHED_UNIT_DAYS, signal));
  const { KEEP_SOURCES: sourceDays } = config;
  if (sourceDays !== undefined)
    loops.add('sources', HOUR, (signal) => removeOldSources(db, sourceDays, signal));
  loops.add('words', HOUR, (signal) => deleteUnusedWords(db, signal));
  loops.add('uploader names', 60, () => refreshUploaderNames(deps));
  loops.add('member names', 60, () => refreshMemberNames(deps));
  loops.add('workers', HOUR, () => forgetWorkers(db));
  loops.add('audit log', HOUR, createLogUpkeep(db, { days: config.AUDIT_DAYS, logger: deps.logger }));
  loops.add('teacher changes', HOUR, (signal) => sweepChanges(deps, signal));
  loops.add('deleted lists', HOUR, (signal) => deleteOldLists(db, signal));
  loops.add('links', 60, (signal) => keepLinks(deps, signal));
  loops.add('nests', HOUR, (signal) => sweepTimes(db, signal));
  addParticipation(loops, deps);
  loops.add('queue samples', 20, () => sampleQueue(db));
  loops.add('totals', 60, () => foldTotals(db));
  return {
    relay: loops.add('relay', 0.5, () => relayOutbox(db, deps.queues)),
    deletions: loops.add('deletions', 5, (signal) => sweepDeleted(deps, signal)),
    forgotten: loops.add('forgotten members', 10, (signal) => sweepForgotten(deps, signal)),
  };
}
