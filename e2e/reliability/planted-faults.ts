import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { freePort, METRICS_TARGETS, type Stack } from '@larksong/local';
import { createInternalClient } from '@larksong/service-kit';
import { Client } from 'pg';

import { dataDirOf, findSiteProcesses, originOf, type SiteProcess } from '../access/site-processes.ts';
import { uploadFile } from '../access/uploads.ts';
import { until } from '../access/until.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { makeClip } from '../support/clips.ts';
import { startCopy } from './replicas.ts';
import { createSmallStorage } from './small-storage.ts';

/** Repairs a fault. */
type Repair = () => Promise<void>;

export interface PlantedFault {
  /** The alerts that it causes. */
  alerts: string[];
  plant: (site: Stack) => Promise<Repair>;
}

const DATABASES = ['auth', 'catalog', 'game'];

/** One fault for each alert, or for several. */
export const FAULTS: Record<string, PlantedFault> = {
  'a service that hangs': { alerts: ['ServiceDown', 'ErrorsServed'], plant: hangGame },
  'a worker that hangs while a video waits': { alerts: ['NoWorker', 'QueueOld'], plant: hangWorker },
  'a service that Prometheus no longer finds': { alerts: ['ServiceVanished'], plant: hideGame },
  'a Postgres that accepts nobody': { alerts: ['PostgresAway'], plant: closePostgres },
  'a Redis that hangs': { alerts: ['RedisAway'], plant: (site) => hang(site, 'redis') },
  'a program that takes most connections of Postgres': {
    alerts: ['PostgresConnectionsShort'],
    plant: takeConnections,
  },
  'a service with a wrong clock': {
    alerts: ['ClockOff'],
    plant: (site) => addCopy(site, 'auth', { NODE_OPTIONS: withClock(60_000) }),
  },
  'a worker without bubblewrap': {
    alerts: ['SandboxOff'],
    plant: (site) => addCopy(site, 'transcoder', {}, 'mount --bind /dev/null "$(command -v bwrap)"'),
  },
  'a table that stays locked': { alerts: ['BackgroundWorkSilent'], plant: lockUnits },
  'a video of a teacher about which nobody decides': { alerts: ['ApprovalsOld'], plant: forgetApproval },
  'a video whose units are gone': { alerts: ['UnitsStuck'], plant: loseUnits },
  'a video that a worker cannot process': { alerts: ['VideosFailing'], plant: failVideo },
  'a storage that is used up': { alerts: ['StorageLow'], plant: fillStorage },
  'a mail server that is away': { alerts: ['MailsDelayed'], plant: delayMails },
  'a certificate that has ended': {
    alerts: ['CertificateExpiring', 'CertificateEnds'],
    plant: serveEndedCertificate,
  },
  'a backup that fails every night': { alerts: ['BackupOld', 'BackupFailed'], plant: failBackups },
};

async function findProcess(site: Stack, service: string): Promise<SiteProcess> {
  const found = (await findSiteProcesses(site.url)).find((each) => each.service === service);
  if (!found) throw new Error(`${service} does not run.`);
  return found;
}

/** Connects as the site does, to the database of a service or to that of operators. */
async function connect(site: Stack, database: string): Promise<Client> {
  const { environment } = await findProcess(site, 'catalog');
  const url = new URL(environment['DATABASE_URL'] ?? '');
  url.pathname = database;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/** Runs one statement. */
async function run(site: Stack, database: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = await connect(site, database);
  await client.query(statement, values);
  await client.end();
}

async function hang(site: Stack, name: string): Promise<Repair> {
  site.services[name]?.kill('SIGSTOP');
  return async () => void site.services[name]?.kill('SIGCONT');
}

async function hangGame(site: Stack): Promise<Repair> {
  const resume = await hang(site, 'game');
  const asking = setInterval(() => void fetch(`${site.url}/api/game/categories`).catch(() => {}), 500);
  return async () => {
    clearInterval(asking);
    await resume();
  };
}

/** Takes the game out of the targets of Prometheus. */
async function hideGame(site: Stack): Promise<Repair> {
  const file = join(dataDirOf(await findSiteProcesses(site.url)), METRICS_TARGETS);
  const before = await readFile(file, 'utf8');
  const groups = JSON.parse(before) as { labels: { job: string } }[];
  await writeFile(file, JSON.stringify(groups.filter(({ labels }) => labels.job !== 'game')));
  return () => writeFile(file, before);
}

async function upload(site: Stack): Promise<string> {
  const file = await openAsBlob(await makeClip({ seconds: 2, width: 160, height: 90 }));
  const superadmin = await signInSuperadmin(site);
  return uploadFile(site.url, superadmin, { title: 'Waits', visibility: 'public', file });
}

async function hangWorker(site: Stack): Promise<Repair> {
  const resume = await hang(site, 'transcoder-1');
  const id = await upload(site);
  await run(
    site,
    'catalog',
    `update transcode_units set due_at = now() - interval '11 minutes' where video_id = $1`,
    [id],
  );
  return resume;
}

async function closePostgres(site: Stack): Promise<Repair> {
  const allow = (isAllowed: boolean) =>
    run(site, 'postgres', 'update pg_database set datallowconn = $1 where datname = any($2)', [
      isAllowed,
      DATABASES,
    ]);
  await allow(false);
  await run(
    site,
    'postgres',
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1)',
    [DATABASES],
  );
  return () => allow(true);
}

async function takeConnections(site: Stack): Promise<Repair> {
  const clients: Client[] = [];
  const first = await connect(site, 'postgres');
  clients.push(first);
  const { rows } = await first.query<{ most: number }>(
    "select current_setting('max_connections')::integer as most",
  );
  while (clients.length < 0.82 * (rows[0]?.most ?? 0)) clients.push(await connect(site, 'postgres'));
  return async () => void (await Promise.all(clients.map((client) => client.end())));
}

/** Returns the option by which Node's clock goes ahead. */
function withClock(aheadMs: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${aheadMs};`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Adds a process with other settings to the site, and to the targets of Prometheus. */
async function addCopy(
  site: Stack,
  service: string,
  changes: Record<string, string>,
  inNamespace?: string,
): Promise<Repair> {
  const original = await findProcess(site, service);
  const { copy, origin } = await startCopy(original, changes, inNamespace);
  const port = changes['METRICS_PORT'] ?? new URL(origin).port; // of a gateway, which has its own
  const file = join(dataDirOf(await findSiteProcesses(site.url)), METRICS_TARGETS);
  const before = await readFile(file, 'utf8');
  const target = { targets: [`127.0.0.1:${port}`], labels: { job: service, instance: 'copy' } };
  await writeFile(file, JSON.stringify([...(JSON.parse(before) as unknown[]), target]));
  return async () => {
    await writeFile(file, before);
    await copy.stop();
  };
}

async function lockUnits(site: Stack): Promise<Repair> {
  const client = await connect(site, 'catalog');
  await client.query('begin');
  await client.query('lock table transcode_units in access exclusive mode');
  return () => client.end();
}

async function loseUnits(site: Stack): Promise<Repair> {
  const resume = await hang(site, 'transcoder-1');
  const id = await upload(site);
  await run(site, 'catalog', 'delete from transcode_units where video_id = $1', [id]);
  await resume();
  return () => run(site, 'catalog', 'delete from videos where id = $1', [id]);
}

/** A worker reports that it could not process a video; the alert ends automatically once that is long ago. */
async function failVideo(site: Stack): Promise<Repair> {
  const original = await findProcess(site, 'catalog');
  const call = createInternalClient({
    baseUrl: originOf(original),
    internalToken: original.environment['INTERNAL_TOKEN'] ?? '',
  });
  const resume = await hang(site, 'transcoder-1');
  await upload(site);
  const claim = async () => {
    const body = { workerId: 'test', lane: 'light', sandboxed: true } as const;
    return (await call(catalog.claimUnit, { body })).data.unit;
  };
  let unit = await claim();
  await until(async () => (unit ??= await claim()) !== null, { what: 'a due unit', withinSeconds: 30 });
  if (unit === null) throw new Error('unreachable: a unit was claimed');
  const failure = { cause: 'input', code: 'worker', message: 'The worker cannot.', log: '' } as const;
  await call(catalog.failUnit, { params: { id: unit.id }, body: { token: unit.token, ...failure } });
  return resume;
}

async function forgetApproval(site: Stack): Promise<Repair> {
  const id = await upload(site);
  const set = (assignments: string) =>
    run(site, 'catalog', `update videos set ${assignments} where id = $1`, [id]);
  await set(
    `approval = 'waiting', approval_since = now() - interval '4 days', wanted_visibility = 'public',
      visibility = 'private', private_user_id = uploader_id`,
  );
  return () => set('approval = null, wanted_visibility = null');
}

/** A catalog whose storage is a disk of 64 MB with the mark of the site. */
async function fillStorage(site: Stack): Promise<Repair> {
  const { environment } = await findProcess(site, 'catalog');
  const storage = await createSmallStorage(environment['STORAGE_DIR'] ?? '', 64);
  const remove = await addCopy(site, 'catalog', { STORAGE_DIR: storage.folder });
  return async () => {
    await remove();
    await storage.remove();
  };
}

/** The site's mail server does not exist; a mail that was tried becomes old. */
async function delayMails(site: Stack): Promise<Repair> {
  const body = JSON.stringify({
    username: 'mailless',
    email: 'mailless@larksong.example',
    password: 'a-long-lark-song-7',
  });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${site.url}/api/auth/register`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  await run(site, 'auth', `update mails set created_at = created_at - interval '16 minutes'`);
  return () => run(site, 'auth', 'delete from mails');
}

/** A gateway whose public address has a certificate that was valid for a moment. */
async function serveEndedCertificate(site: Stack): Promise<Repair> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-certificate-'));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  await openssl('req', '-new', ...key, '-subj', '/CN=localhost', '-out', 'request.pem');
  await openssl('x509', '-req', '-in', 'request.pem', '-key', 'key.pem', '-days', '0', '-out', 'ended.pem');
  const read = (name: string) => readFile(join(folder, name));
  const [cert, privateKey] = await Promise.all([read('ended.pem'), read('key.pem')]);
  const server = createServer({ cert, key: privateKey }, (_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a TCP server
  const remove = await addCopy(site, 'gateway', {
    PUBLIC_URL: `https://localhost:${port}`,
    TRUSTED_PROXIES: 'loopback',
    METRICS_PORT: String(await freePort()),
  });
  return async () => {
    await remove();
    server.close();
    await rm(folder, { recursive: true });
  };
}

async function failBackups(site: Stack): Promise<Repair> {
  const addRun = (age: string, error: string | null) =>
    run(
      site,
      'auth',
      `insert into backup_runs (id, started_at, place, is_on_same_disk, error)
       values (gen_random_uuid(), now() - $1::interval, '/backups', false, $2)`,
      [age, error],
    );
  await addRun('2 days', null);
  await addRun('1 day', 'The disk is full.');
  return () => run(site, 'auth', 'delete from backup_runs');
}
