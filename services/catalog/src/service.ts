import {
  createAuthentication,
  createDatabases,
  createInternalClient,
  createKeySet,
  createLogger,
  createRedis,
  createSessionDirectory,
  createWakeUpQueue,
  listEndedSessions,
  migrateToLatest,
  startLoop,
  type Running,
} from '@larksong/service-kit';
import { createStorage } from '@larksong/service-kit/storage';
import { catalog } from '@larksong/contracts';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/schema.ts';
import { deleteFinishedUnits } from './deletion/store.ts';
import { sweepDeleted } from './deletion/sweep-deleted.ts';
import { relayNotices } from './notices/relay-notices.ts';
import { offerStreamCookie } from './streaming/offer-stream-cookie.ts';
import { createStreamCookies } from './streaming/stream-cookie.ts';
import { deleteUnusedWords } from './search/store.ts';
import { writeDocuments } from './search/write-documents.ts';
import { createUnitReconciler } from './units/reconcile.ts';
import { dropOldViews } from './views/store.ts';
import { createViewerKeys } from './views/viewer-key.ts';
import { forgetWorkers } from './workers/store.ts';
import { relayOutbox } from './wake-ups/relay.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { refreshUploaderNames } from './uploads/uploader-names.ts';

const HOUR = 3600;

/** Resources, loops and server of catalog, ready to listen. */
export async function createService(config: Config): Promise<Running> {
  const logger = createLogger({ name: 'catalog', level: config.LOG_LEVEL });
  await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
  const { db, background, destroy } = createDatabases<Tables>(config, logger);
  const storage = createStorage(config);
  const createQueue = (lane: catalog.Lane) =>
    createWakeUpQueue<catalog.WakeUp>({
      name: catalog.WAKE_UP_QUEUES[lane],
      redisUrl: config.REDIS_URL,
      logger,
    });
  const queues = { heavy: createQueue('heavy'), light: createQueue('light') };
  const auth = createInternalClient({ baseUrl: config.AUTH_URL, internalToken: config.INTERNAL_TOKEN });
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger });
  const sessions = createSessionDirectory({
    call: auth,
    logger,
    listEnded: () => listEndedSessions(redis),
    probeSeconds: config.AUTH_PROBE_SECONDS,
  });
  const cookies = createStreamCookies({
    secret: config.STREAM_COOKIE_SECRET,
    secure: config.PUBLIC_URL.startsWith('https:'),
  });
  const authentication = createAuthentication({
    keys: createKeySet(new URL('/.well-known/jwks.json', config.AUTH_URL), {
      logger,
      pauseMs: config.AUTH_PROBE_SECONDS * 1000,
    }),
    sessions,
    onConfirmed: (viewer, request, reply) => offerStreamCookie(viewer, { request, reply, cookies }),
  });

  const deps = { db, storage, queues, auth, logger };
  const work = { ...deps, db: background };
  const loop = (name: string, everySeconds: number, round: (signal: AbortSignal) => Promise<void>) =>
    startLoop({ name, everyMs: everySeconds * 1000, logger, round });
  const reconcile = createUnitReconciler({
    ...work,
    heartbeatTimeoutSeconds: config.HEARTBEAT_TIMEOUT_SECONDS,
  });
  const relay = loop('relay', 0.5, () => relayOutbox(background, queues));
  const deletions = loop('deletions', 5, (signal) => sweepDeleted(work, signal));
  const loops = [
    relay,
    deletions,
    loop('reconcile', config.RECONCILE_SECONDS, reconcile),
    loop('uploads', 60, () => sweepUploads({ ...work, uploadExpiryHours: config.UPLOAD_EXPIRY_HOURS })),
    loop('notices', 2, (signal) => relayNotices(work, signal)),
    loop('documents', 60, () => writeDocuments(work)),
    loop('views', 300, (signal) => dropOldViews(background, signal)),
    loop('units', HOUR, (signal) => deleteFinishedUnits(background, config.FINISHED_UNIT_DAYS, signal)),
    loop('words', HOUR, (signal) => deleteUnusedWords(background, signal)),
    loop('uploader names', 60, () => refreshUploaderNames(work)),
    loop('workers', HOUR, () => forgetWorkers(background)),
  ];

  const app = await buildApp({
    ...deps,
    authentication,
    sessions,
    cookies,
    viewerKeys: createViewerKeys(config.STREAM_COOKIE_SECRET),
    internalToken: config.INTERNAL_TOKEN,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    uploadStallSeconds: config.UPLOAD_STALL_SECONDS,
    uploadExpiryHours: config.UPLOAD_EXPIRY_HOURS,
    minFreeBytes: config.MIN_FREE_BYTES,
    uploadReservationSeconds: config.UPLOAD_RESERVATION_SECONDS,
    viewLimits: { reportSeconds: config.VIEW_REPORT_SECONDS, perSecond: config.VIEWS_PER_SECOND },
    onDue: () => relay.poke(),
    onDeleted: () => deletions.poke(),
    onAbandoned: () => deletions.poke(),
  });
  return {
    app,
    host: config.HOST,
    port: config.PORT,
    logger,
    beforeStop: () => Promise.all(loops.map((running) => running.stop())),
    resources: [
      () => queues.heavy.close(),
      () => queues.light.close(),
      () => storage.close(),
      async () => redis.disconnect(),
      destroy,
    ],
  };
}
