import { hash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { createStorage, type StorageConfig } from '@larksong/service-kit/storage';
import { createTestDatabase, createTestFolder } from '@larksong/service-kit/testing';
import { Client } from 'pg';

import { readConfig, type Config } from '../src/config.ts';
import { MIGRATIONS } from '../src/database/migrations.ts';
import { createKey } from '../src/vault/cipher.ts';
import { DATABASES, type DatabaseName } from '../src/vault/manifest.ts';

export interface TestSite {
  config: Config;
  folder: string;
  query: (database: DatabaseName, text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Returns all rows of all tables and the hashes of all objects, for comparison. */
  read: () => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
}

/**
 * Creates the databases and the storage of a site without its services. An empty one has no tables, and each database
 * belongs to an ordinary role, as with compose.
 */
export async function createSite(
  options: { isEmpty?: boolean; storage?: StorageConfig } = {},
): Promise<TestSite> {
  const folder = await createTestFolder();
  const made = await Promise.all(
    DATABASES.map((name) => createTestDatabase(options.isEmpty ? {} : MIGRATIONS[name])),
  );
  const urls = await Promise.all(
    made.map(({ url }) => (options.isEmpty ? giveToOrdinaryRole(url) : Promise.resolve(url))),
  );
  const dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
  const config = readConfig({
    AUTH_DATABASE_URL: urls[0],
    CATALOG_DATABASE_URL: urls[1],
    GAME_DATABASE_URL: urls[2],
    ...(options.storage ? toEnvironment(options.storage) : { STORAGE_DIR: join(dataDir, 'storage') }),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    INTERNAL_TOKEN: randomBytes(32).toString('hex'),
    STREAM_COOKIE_SECRET: randomBytes(32).toString('hex'),
    LINK_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_DIR: join(dataDir, 'public'),
    DATA_DIR: dataDir,
  });
  const query: TestSite['query'] = (database, text, values) =>
    withClient(
      urls[DATABASES.indexOf(database)] ?? '',
      async (client) => (await client.query(text, values)).rows,
    );
  return {
    config,
    folder: folder.path,
    query,
    read: () => readAll(config, query),
    async stop() {
      await Promise.all([...made.map(({ drop }) => drop()), folder.remove()]);
    },
  };
}

/** Makes an encrypted folder of backups without any, whose key takes no second to open. */
export async function createSealedFolder(folder: string, passphrase: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'key.age'), await createKey(passphrase, 4));
  await writeFile(join(folder, 'larksong-backups.json'), JSON.stringify({ format: 1, isEncrypted: true }));
  return folder;
}

function toEnvironment(config: StorageConfig): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
}

async function giveToOrdinaryRole(url: string): Promise<string> {
  const role = `role_${randomBytes(8).toString('hex')}`;
  const at = new URL(url);
  await withClient(url, async (client) => {
    await client.query(`create role ${role} login password 'test'`);
    await client.query(`alter database ${at.pathname.slice(1)} owner to ${role}`);
  });
  at.username = role;
  at.password = 'test';
  return at.href;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns all rows and objects, apart from the record of a restore. */
async function readAll(config: Config, query: TestSite['query']): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const database of DATABASES) {
    const tables = await query(
      database,
      `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('kysely_migration', 'backup_runs') order by 1`,
    );
    for (const { name } of tables)
      all[`${database}.${String(name)}`] = await query(
        database,
        `select to_jsonb(t) as row from "${String(name)}" t
         where to_jsonb(t)->>'action' is distinct from 'site.restore' order by t::text`,
      );
  }
  const storage = createStorage(config);
  for await (const { key } of storage.list('')) {
    const object = await storage.get(key);
    all[key] = object && hash('sha256', Buffer.concat(await object.stream.toArray()));
  }
  await storage.close();
  return all;
}

/** A source that is small enough to be copied in one piece, and one that is not. */
const SMALL_BYTES = 100_000;
export const LARGE_BYTES = 9_000_000;

/** Adds an account, a completed video with segments, a letter with a picture in two packs, and a picture placed by hand. */
export async function fillSite(site: TestSite, sourceBytes = SMALL_BYTES): Promise<{ videoId: string }> {
  const { query, config } = site;
  await query(
    'auth',
    `insert into users (id, email, username, username_key, password_hash)
     values ($1, 'olive@songs.example', 'olive', 'olive', E'a tab\\t, a line\\n and a \\\\')`,
    [randomUUID()],
  );
  const videoId = await addVideo(site, sourceBytes);
  const pictureId = randomUUID();
  const categoryId = randomUUID();
  await query('game', `insert into categories (id, letter) values ($1, 'Ä')`, [categoryId]);
  await query('game', `insert into pictures (id, category_id, name, key) values ($1, $2, 'Äpfel 🍎', $3)`, [
    pictureId,
    categoryId,
    `game/${pictureId}/picture.png`,
  ]);
  const furtherId = randomUUID();
  await query('game', `insert into further_categories (id, language, letter) values ($1, 'de', 'Ä')`, [
    furtherId,
  ]);
  await query(
    'game',
    `insert into further_pictures (id, category_id, name, key) values ($1, $2, 'Äpfel', $3)`,
    [randomUUID(), furtherId, `game/${furtherId}/picture.png`],
  );
  const storage = createStorage(config);
  await storage.put(`game/${pictureId}/picture.png`, randomBytes(5000));
  await storage.put(`game/${furtherId}/picture.png`, randomBytes(4000));
  await storage.close();
  const placed = join(config.PUBLIC_DIR ?? '', 'Images', 'Ä', 'Ähre klein.png');
  await mkdir(dirname(placed), { recursive: true });
  await writeFile(placed, 'a picture');
  return { videoId };
}

/** Adds a completed video with its objects and returns its id. */
export async function addVideo({ query, config }: TestSite, sourceBytes = SMALL_BYTES): Promise<string> {
  const [id, uploaderId, unitId, token] = Array.from({ length: 4 }, () => randomUUID());
  const owner = { videoId: String(id), attempt: 1, token: String(token) };
  const extras = { thumbnailKey: catalog.extraKey(owner, 'thumbnail.jpg'), storyboard: null };
  await query('catalog', `insert into uploaders (id, username) values ($1, 'olive')`, [uploaderId]);
  await query(
    'catalog',
    `insert into videos (id, title, description, visibility, uploader_id, status, requested_resolutions, source_key,
       source_size_bytes, extras, playable_at, completed_at)
     values ($1, 'Five ducks', '', 'public', $2, 'completed', '{360p}', $3, $5, $4, now(), now())`,
    [id, uploaderId, catalog.sourceKey(owner.videoId), JSON.stringify(extras), sourceBytes],
  );
  await query(
    'catalog',
    `insert into transcode_units (id, video_id, attempt, kind, index, state) values ($1, $2, 1, 'video-chunk', 0, 'done')`,
    [unitId, id],
  );
  const storage = createStorage(config);
  await storage.put(catalog.sourceKey(owner.videoId), randomBytes(sourceBytes));
  await storage.put(extras.thumbnailKey, randomBytes(3000));
  const initKey = catalog.initKey(owner, '360p', 'a'.repeat(64));
  await storage.put(initKey, randomBytes(700));
  for (let index = 0; index < 3; index += 1) {
    const key = catalog.segmentKey(owner, '360p', index);
    await storage.put(key, randomBytes(40_000));
    await query(
      'catalog',
      `insert into segments values ($1, 1, '360p', $2, $3, $4, $5, $6, 40000, $2 * 4, 4)`,
      [id, index, unitId, token, key, initKey],
    );
  }
  await storage.close();
  return owner.videoId;
}
