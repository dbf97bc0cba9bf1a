import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createClient, game, type Call } from '@larksong/contracts';
import type { Service } from '@larksong/service-kit';
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

import { readConfig, type Config } from '../src/config.ts';
import { eachPackTables } from '../src/db/further-tables.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db } from '../src/db/tables.ts';
import { createPublicFolder } from '../src/files/public-folder.ts';
import { runImports, type RunDeps } from '../src/packs/run-imports.ts';
import { createService } from '../src/service.ts';
import type { SoundQueue } from '../src/sounds/wake-up.ts';
import { sweepFolders } from '../src/sweeps/sweep.ts';

const INTERNAL_TOKEN = 'internal-token-of-the-test-run-0123456789';

export interface Reply {
  status: number;
  headers: Headers;
  /** Empty if the response is not JSON. */
  body: Answer;
  bytes: Buffer;
}

interface Answer {
  success?: boolean;
  message?: string;
  code?: string;
  requestId?: string;
  data?: Record<string, never>;
}

export interface TestGame {
  url: string;
  db: Db;
  storage: Storage;
  queue: SoundQueue;
  /** The files placed by hand, and those that are part of the game. */
  publicDir: string;
  builtInDir: string;
  issuer: TestIssuer;
  superadmin: TestUser;
  member: TestUser;
  /** Makes calls as a transcoder. */
  internal: Call;
  /** Counts the calls that poke the loops. */
  told: { sweep: number; soundDue: number; import: number };
  /** Makes a call, by default as a superadmin. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Reply>;
  /** Returns the keys of all objects. */
  keys: () => Promise<string[]>;
  /** Runs one round of the sweeps, with all of them due. */
  sweep: () => Promise<void>;
  /** Runs one round of the imports of packs. */
  runImports: (changes?: Partial<RunDeps>, signal?: AbortSignal) => Promise<void>;
  /** Prepares the sounds that are due, without changing them. */
  prepareSounds: () => Promise<number>;
  addLetter: (letter: string) => Promise<game.AdminCategory>;
  addItem: (category: { id: string }, name: string, type?: 'letter' | 'image') => Promise<game.AdminItem>;
  addPair: (category: { id: string }, name: string) => Promise<game.AdminItem>;
  /** Deletes all letters, objects, settings and placed files. */
  clear: () => Promise<void>;
  /** Starts another process of the same site, and returns its address. */
  startReplica: () => Promise<string>;
  stop: () => Promise<void>;
}

interface CallOptions {
  as?: TestUser | null;
  json?: unknown;
  binary?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

interface GameOptions {
  storage?: StorageConfig;
  maxMediaBytes?: number;
  maxPackBytes?: number;
  stallSeconds?: number;
  /** How late pictures and sounds appear that are not announced; at once by default, as tests write rows themselves. */
  knownMediaMs?: number;
}

/** Starts game with a real Postgres, Redis and storage; tests run its loops round by round. */
export async function startGame(options: GameOptions = {}): Promise<TestGame> {
  const logger = createTestLogger('game');
  const [database, folder] = await Promise.all([createTestDatabase(migrations), createTestFolder()]);
  const publicDir = join(folder.path, 'public');
  const builtInDir = join(folder.path, 'built-in');
  const settings = await readSettings({ databaseUrl: database.url, folder: folder.path }, options);
  const issuer = await createTestIssuer();
  const replacements = { trust: issuer.trust, builtInDir, knownMediaMs: options.knownMediaMs ?? 0 };
  const [superadmin, member] = await Promise.all([issuer.signIn('superadmin'), issuer.signIn('user')]);
  const told = { sweep: 0, soundDue: 0, import: 0 };
  const service = await createService(settings, logger, {
    ...replacements,
    onSweep: () => (told.sweep += 1),
    onSoundDue: () => (told.soundDue += 1),
    onImport: () => (told.import += 1),
  });
  const { app, db, storage, queue } = service;
  const replicas: Service[] = [];
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call: TestGame['call'] = (method, path, given) =>
    send(url + path, method, { as: superadmin, ...given });
  const internal = createClient({ baseUrl: url, headers: () => ({ 'x-internal-token': INTERNAL_TOKEN }) });
  return {
    ...{ url, db, storage, queue, publicDir, builtInDir, issuer, superadmin, member, internal, told, call },
    ...createRounds({ db, storage, internal, settings, publicDir, builtInDir, told }),
    ...createContent(call),
    keys: async () => (await Array.fromAsync(storage.list(''))).map((object) => object.key),
    clear: () => clear({ db, storage, publicDir }),
    async startReplica() {
      const replica = await createService(settings, logger, replacements);
      replicas.push(replica);
      return replica.app.listen({ host: '127.0.0.1', port: 0 });
    },
    async stop() {
      await Promise.all([service, ...replicas].map((one) => one.stop()));
      await Promise.all([database.drop(), folder.remove()]);
    },
  };
}

async function clear({ db, storage, publicDir }: Pick<TestGame, 'db' | 'storage' | 'publicDir'>) {
  for (const tables of eachPackTables(db))
    for (const table of ['categories', 'sweeps', 'settings', 'pack_imports'] as const)
      await tables.deleteFrom(table).execute();
  for await (const { key } of storage.list('')) await storage.delete(key);
  await rm(publicDir, { recursive: true, force: true });
}

async function readSettings(
  { databaseUrl, folder }: { databaseUrl: string; folder: string },
  options: GameOptions,
): Promise<Config> {
  const settings = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATABASE_SILENCE_SECONDS: '10', // for a machine that other work shares
    REDIS_URL: await emptyTestRedis(11),
    STORAGE_DIR: join(folder, 'objects'),
    AUTH_URL: 'http://127.0.0.1:1', // the issuer stands in for auth
    INTERNAL_TOKEN,
    PUBLIC_DIR: join(folder, 'public'),
    MAX_MEDIA_BYTES: String(options.maxMediaBytes ?? 10 * 1024 * 1024),
    UPLOAD_STALL_SECONDS: String(options.stallSeconds ?? 30),
    ...(options.maxPackBytes === undefined ? {} : { PACK_MAX_BYTES: String(options.maxPackBytes) }),
  });
  return { ...settings, ...options.storage };
}

async function send(url: string, method: string, given: CallOptions): Promise<Reply> {
  const { as, json, binary } = given;
  const response = await fetch(url, {
    method,
    headers: {
      ...as?.headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(binary === undefined ? {} : { body: binary }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? (JSON.parse(bytes.toString()) as Answer) : {};
  return { status: response.status, headers: response.headers, body, bytes };
}

/** Returns how to run single rounds of the loops, and the work of a transcoder. */
function createRounds(
  running: Pick<TestGame, 'db' | 'storage' | 'internal' | 'publicDir' | 'builtInDir' | 'told'> & {
    settings: Config;
  },
): Pick<TestGame, 'sweep' | 'runImports' | 'prepareSounds'> {
  const { db, storage, settings, told } = running;
  const logger = createTestLogger('game');
  return {
    async sweep() {
      await db
        .updateTable('sweeps')
        .set({ next_sweep_at: new Date(0) })
        .execute();
      await sweepFolders({ db, storage, logger });
    },
    runImports: (changes, signal = new AbortController().signal) =>
      runImports(
        {
          ...{ db, storage, logger, folder: createPublicFolder(running.publicDir) },
          builtIn: createPublicFolder(running.builtInDir),
          ...{ maxMediaBytes: settings.MAX_MEDIA_BYTES, maxPackBytes: settings.PACK_MAX_BYTES },
          maxPackFiles: settings.PACK_MAX_FILES,
          knownMedia: { mayHave: async () => true, announce: async () => {} },
          onSweep: () => {},
          onSoundDue: () => (told.soundDue += 1),
          onResult: () => {},
          ...changes,
        },
        signal,
      ),
    prepareSounds: () => prepareSounds(running),
  };
}

async function prepareSounds({ internal, storage }: Pick<TestGame, 'internal' | 'storage'>): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { sound } = (await internal(game.claimSound, { body: { workerId: 'worker-1' } })).data;
    if (!sound) return count;
    const object = await storage.get(sound.sourceKey);
    await storage.put(sound.resultKey, Buffer.concat((await object?.stream.toArray()) ?? []));
    const body = { token: sound.token, durationSeconds: 1 };
    await internal(game.completeSound, { params: { id: sound.id }, body });
  }
}

/** Returns how to add letters and cards. */
function createContent(call: TestGame['call']): Pick<TestGame, 'addLetter' | 'addItem' | 'addPair'> {
  async function create<Value>(path: string, json: object, name: string): Promise<Value> {
    const { status, body } = await call('POST', path, { json });
    if (status !== 201) throw new Error(`${path} ${JSON.stringify(json)}: ${status} ${body.message}`);
    return (body.data as Record<string, Value>)[name] as Value;
  }

  const addItem: TestGame['addItem'] = ({ id: categoryId }, name, type = 'letter') =>
    create<game.AdminItem>('/api/admin/game/items', { categoryId, type, name }, 'item');
  return {
    addLetter: (letter) => create<game.AdminCategory>('/api/admin/game/categories', { letter }, 'category'),
    addItem,
    async addPair(category, name) {
      await addItem(category, name, 'image');
      return addItem(category, name);
    },
  };
}

/** Places a file by hand. */
export async function place(root: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** A file that begins like an MP3, the only part that game checks. */
export const MP3 = new Uint8Array(Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(500, 7)]));
