import { catalog, createClient, type Call } from '@larksong/contracts';
import type { Storage, StorageConfig } from '@larksong/service-kit/storage';
import {
  createTestDatabase,
  createTestFolder,
  createTestIssuer,
  createTestLogger,
  emptyTestRedis,
  type TestIssuer,
  type TestUser,
} from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { expect } from 'vitest';

import { readConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db, UnitRow, VideoRow } from '../src/db/tables.ts';
import { createService } from '../src/service.ts';
import type { WakeUpQueues } from '../src/transcoding/wake-ups/relay.ts';

export const INTERNAL_TOKEN = 'internal-token-of-the-test-run-0123456789';
export const STREAM_COOKIE_SECRET = 'stream-cookie-secret-0123456789-0123456789';

export interface TestCatalog {
  url: string;
  db: Db;
  storage: Storage;
  storageDir: string;
  queues: WakeUpQueues;
  redisUrl: string;
  issuer: TestIssuer;
  superadmin: TestUser;
  /** Makes calls as a transcoder. */
  internal: Call;
  /** The calls that poke the loops. */
  deleted: string[];
  keys: () => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Starts catalog with a real Postgres, Redis and folder; tests run its loops round by round. */
export async function startCatalog(
  options: {
    maxUploadBytes?: number;
    stallSeconds?: number;
    minFreeBytes?: number;
    quota?: { siteBytes: number; uploaderBytes: number };
    storage?: StorageConfig;
    authUrl?: string; // without it auth is unreachable, and names come only from the token
    databaseSilenceSeconds?: number; // 10 by default, for a machine that other work shares
  } = {},
): Promise<TestCatalog> {
  const logger = createTestLogger('catalog');
  const [database, folder] = await Promise.all([createTestDatabase(migrations), createTestFolder()]);
  const redisUrl = await emptyTestRedis(3);
  const settings = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    STORAGE_DIR: folder.path,
    AUTH_URL: options.authUrl ?? 'http://127.0.0.1:1',
    DATABASE_SILENCE_SECONDS: String(options.databaseSilenceSeconds ?? 10),
    INTERNAL_TOKEN,
    STREAM_COOKIE_SECRET,
    MIN_FREE_BYTES: String(options.minFreeBytes ?? 0),
    SITE_QUOTA_BYTES: options.quota && String(options.quota.siteBytes),
    UPLOADER_QUOTA_BYTES: options.quota && String(options.quota.uploaderBytes),
    MAX_UPLOAD_BYTES: String(options.maxUploadBytes ?? 50_000_000),
    UPLOAD_STALL_SECONDS: String(options.stallSeconds ?? 30),
  });
  const issuer = await createTestIssuer();
  const deleted: string[] = [];
  const service = await createService({ ...settings, ...options.storage }, logger, {
    trust: issuer.trust,
    onDeleted: (videoId) => deleted.push(videoId),
    keepReadingsMs: 0,
  });
  // As by /readyz: an empty site marks its storage before it has songs. Some tests break the storage.
  await service.storage.check().catch(() => undefined);
  const { app, db, storage, queues } = service;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    db,
    storage,
    storageDir: folder.path,
    queues,
    redisUrl,
    issuer,
    superadmin: await issuer.signIn('superadmin', 'olive'),
    internal: createClient({ baseUrl: url, headers: () => ({ 'x-internal-token': INTERNAL_TOKEN }) }),
    deleted,
    keys: async () => (await Array.fromAsync(storage.list('videos/'))).map((object) => object.key),
    async stop() {
      await service.stop();
      await Promise.all([database.drop(), folder.remove()]);
    },
  };
}

/** Blocks writes of a table, as a slow database would, until they are released. */
export async function holdBackWrites(db: Db, table: 'uploads' | 'videos') {
  const trx = await db.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in share mode`.execute(trx);
  // Databases of other tests are copies of the same template, in which the table has the same oid.
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
    where relation = ${table}::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return {
    isAwaited: () => expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBeGreaterThan(0),
    release: () => trx.rollback().execute(),
  };
}

export function toForm(parts: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

export function videoFile(
  content: string | Uint8Array<ArrayBuffer> = 'not really a film',
  name = 'film.mp4',
): File {
  return new File([content], name, { type: 'video/mp4' });
}

/** Uploads a form and returns the new video's id. */
export async function upload(service: TestCatalog, fields: Record<string, string> = {}): Promise<string> {
  const texts = Object.entries({ title: 'Ducks', ...fields });
  const response = await fetch(`${service.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: service.superadmin.headers,
    body: toForm([...texts, ['video', videoFile()]]),
  });
  const answer = (await response.json()) as { data: { video: { id: string } }; message: string };
  if (response.status !== 201) throw new Error(`${response.status} ${answer.message}`);
  return answer.data.video.id;
}

export const plan: catalog.Plan = {
  demuxer: 'mov',
  durationSeconds: 20,
  startSeconds: 0,
  seekable: true,
  video: {
    streamIndex: 0,
    codec: 'h264',
    width: 640,
    height: 360,
    frameRate: '25/1',
    interlaced: false,
    hdr: false,
  },
  audio: { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 },
  rungs: [
    {
      resolution: '480p',
      width: 854,
      height: 480,
      frameRate: '25/1',
      maxBitrate: 1_400_000,
      bufferBits: 1_400_000,
      codecs: 'avc1.64001f',
    },
    {
      resolution: '360p',
      width: 640,
      height: 360,
      frameRate: '25/1',
      maxBitrate: 800_000,
      bufferBits: 800_000,
      codecs: 'avc1.64001e',
    },
  ],
};

export async function claim(
  service: TestCatalog,
  lane: catalog.Lane,
  workerId = 'worker-1',
): Promise<catalog.UnitAssignment | null> {
  const { data } = await service.internal(catalog.claimUnit, { body: { workerId, lane } });
  return data.unit;
}

type UnitKind = catalog.UnitAssignment['kind'];

export async function claimKind(
  service: TestCatalog,
  lane: catalog.Lane,
  kind: UnitKind,
): Promise<catalog.UnitAssignment> {
  const unit = await claim(service, lane);
  if (unit?.kind !== kind) throw new Error(`expected ${kind}, got ${unit?.kind ?? 'nothing'}`);
  return unit;
}

/** Stores segments as a worker does, and reports them to catalog. */
export async function publish(
  service: TestCatalog,
  unit: catalog.UnitAssignment,
  of: { renditions: catalog.Rendition[]; indexes: number[] },
): Promise<{ stop: boolean }> {
  const segments: catalog.Segment[] = [];
  for (const rendition of of.renditions) {
    const init = catalog.initKey(unit, rendition, 'ab'.repeat(32));
    await service.storage.put(init, Buffer.from('init'));
    for (const index of of.indexes) {
      const key = catalog.segmentKey(unit, rendition, index);
      const body = Buffer.from(`segment ${rendition} ${index}`);
      await service.storage.put(key, body);
      segments.push({
        rendition,
        index,
        key,
        initKey: init,
        sizeBytes: body.length,
        startSeconds: index * 4,
        durationSeconds: 4,
      });
    }
  }
  const { data } = await service.internal(catalog.reportSegments, {
    params: { id: unit.id },
    body: { token: unit.token, segments },
  });
  return data;
}

export async function complete(
  service: TestCatalog,
  unit: catalog.UnitAssignment,
  result: catalog.UnitResult,
): Promise<{ stop: boolean }> {
  const { data } = await service.internal(catalog.completeUnit, {
    params: { id: unit.id },
    body: { token: unit.token, result },
  });
  return data;
}

export function rangeOf(unit: catalog.UnitAssignment): number[] {
  const { firstSegment, segmentCount } = unit.chunk ?? { firstSegment: 0, segmentCount: 0 };
  return Array.from({ length: segmentCount }, (_, index) => firstSegment + index);
}

export const RUNGS: catalog.Rendition[] = ['480p', '360p'];

/** Does all the work of the workers for one video, whose plan also has what `planned` says. */
export async function transcode(service: TestCatalog, planned: Partial<catalog.Plan> = {}): Promise<void> {
  const finish = await transcodeUntilFinish(service, planned);
  await complete(service, finish, { kind: 'finish', durationSeconds: 20 });
}

/** Completes all of that work except the last unit, which is claimed and returned. */
export async function transcodeUntilFinish(
  service: TestCatalog,
  planned: Partial<catalog.Plan> = {},
): Promise<catalog.UnitAssignment> {
  const unit = await claimKind(service, 'light', 'plan');
  await complete(service, unit, { kind: 'plan', plan: { ...plan, ...planned } });
  const audio = await claimKind(service, 'light', 'audio');
  await publish(service, audio, { renditions: ['audio'], indexes: [0, 1, 2, 3, 4] });
  await complete(service, audio, { kind: 'audio', segmentCount: 5 });
  for (let unit = await claim(service, 'heavy'); unit; unit = await claim(service, 'heavy')) {
    await publish(service, unit, { renditions: RUNGS, indexes: rangeOf(unit) });
    await complete(service, unit, { kind: 'video-chunk', segmentCount: rangeOf(unit).length });
  }
  const extras = await claimKind(service, 'light', 'extras');
  const thumbnailKey = catalog.extraKey(extras, 'thumbnail.jpg');
  await service.storage.put(thumbnailKey, Buffer.from('jpeg'));
  await complete(service, extras, { kind: 'extras', extras: { thumbnailKey, storyboard: null } });
  return claimKind(service, 'light', 'finish');
}

/** Uploads a video and completes its plan; all its chunks, the sound and the pictures are due. */
export async function plannedVideo(service: TestCatalog): Promise<string> {
  const id = await upload(service);
  await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan });
  await passHold(service);
  return id;
}

/** Makes units due that are held back until their video is playable, as time does. */
export async function passHold({ db }: TestCatalog): Promise<void> {
  await db
    .updateTable('transcode_units')
    .set({ due_at: sql`now()` })
    .where('started_count', '=', 0)
    .execute();
}

export function videoRow({ db }: TestCatalog, id: string): Promise<VideoRow> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function unitRow({ db }: TestCatalog, id: string): Promise<UnitRow> {
  return db.selectFrom('transcode_units').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
