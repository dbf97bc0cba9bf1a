import { spawnSync } from 'node:child_process';

import type { SmallDisk } from '@larksong/service-kit/testing/small-disk';
import { Redis } from 'ioredis';
import type { Client } from 'pg';

import type { FaultySite } from './faulty-site.ts';
import type { MailServer } from './mail-server.ts';

interface Around {
  site: FaultySite;
  storage: SmallDisk;
  mail: MailServer;
}

type Repair = () => Promise<void> | void;

/** A fault of a running site. */
export interface Fault {
  name: string;
  ids: string[];
  /** Returns the function that repairs it. */
  inject: (around: Around) => Promise<Repair>;
}

/** Freezes a process with its children, which then hold their connections and answer nothing. */
const freeze =
  (name: string): Fault['inject'] =>
  async ({ site }) => {
    const pid = site.pid(name);
    process.kill(pid, 'SIGSTOP');
    const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    const all = [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
    const send = (signal: NodeJS.Signals) => {
      for (const each of all) sendSignal(each, signal);
    };
    send('SIGSTOP');
    return () => send('SIGCONT');
  };

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

const query =
  (service: 'auth' | 'catalog' | 'game', fault: string, repair: string): Fault['inject'] =>
  async ({ site }) => {
    await site.query(service, fault);
    return () => site.query(service, repair);
  };

const ADD_RUN = 'insert into backup_runs (id, started_at, place, is_on_same_disk, backup_id, error) values';
const NO_RUNS = 'delete from backup_runs';

async function useRedis({ site }: Around): Promise<Redis> {
  return new Redis(site.settingOf('auth', 'REDIS_URL'));
}

const refusedDatabase: Fault['inject'] = async ({ site }) => {
  const client = await site.connect('auth');
  const password = new URL(site.settingOf('auth', 'DATABASE_URL')).password;
  const cut = () =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = user',
    );
  await client.query(`alter role larksong password 'another'`);
  await cut();
  return async () => {
    await client.query(`alter role larksong password '${password}'`);
    await client.end();
  };
};

const manyConnections: Fault['inject'] = async ({ site }) => {
  const clients: Client[] = [];
  for (let count = 0; count < 245; count += 1) clients.push(await site.connect('game'));
  return async () => {
    await Promise.all(clients.map((client) => client.end()));
  };
};

const refusedRedis: Fault['inject'] = async (around) => {
  const redis = await useRedis(around);
  const password = redis.options.password ?? '';
  await redis.config('SET', 'requirepass', 'another');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  return async () => {
    await redis.config('SET', 'requirepass', password);
    redis.disconnect();
  };
};

const evictingRedis: Fault['inject'] = async (around) => {
  const redis = await useRedis(around);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  return async () => {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
  };
};

/** Sends requests as a browser does, with headers of a proxy; the gateway forgets them when it ends. */
const asBrowser =
  (headers: Record<string, string>): Fault['inject'] =>
  async ({ site }) => {
    for (let count = 0; count < 4; count += 1)
      await fetch(`http://127.0.0.1:${site.port}/api/videos`, {
        headers: { 'user-agent': 'Mozilla/5.0', ...headers },
      });
    return () => void process.kill(site.pid('gateway'), 'SIGKILL');
  };

export const runningFaults: Fault[] = [
  { name: 'Postgres hangs', ids: ['database-away'], inject: freeze('postgres') },
  { name: 'Redis hangs', ids: ['redis-away'], inject: freeze('redis') },
  { name: 'auth hangs', ids: ['service-silent'], inject: freeze('auth') },
  { name: 'catalog hangs', ids: ['service-silent'], inject: freeze('catalog') },
  { name: 'the gateway hangs', ids: ['service-silent'], inject: freeze('gateway') },
  { name: 'the only worker is dead', ids: ['no-worker'], inject: freeze('transcoder-1') },
  { name: 'Postgres has another password', ids: ['database-refused'], inject: refusedDatabase },
  { name: 'Redis has another password', ids: ['redis-refused'], inject: refusedRedis },
  { name: 'Redis may delete the queue', ids: ['redis-evicts'], inject: evictingRedis },
  {
    name: 'Postgres has hardly any connections left',
    ids: ['database-connections'],
    inject: manyConnections,
  },
  {
    name: 'the database knows only English letters',
    ids: ['database-letters'],
    inject: query(
      'catalog',
      `update pg_database set datctype = 'C' where datname = current_database()`,
      `update pg_database set datctype = 'C.UTF-8' where datname = current_database()`,
    ),
  },
  {
    name: 'the database lacks a migration',
    ids: ['migrations-pending'],
    inject: query(
      'game',
      `create table kept as select * from kysely_migration order by name desc limit 1;
       delete from kysely_migration where name in (select name from kept)`,
      'insert into kysely_migration select * from kept; drop table kept',
    ),
  },
  {
    name: 'the database was changed by a newer version',
    ids: ['database-newer'],
    inject: query(
      'catalog',
      `insert into kysely_migration values ('9999-future', now()::text)`,
      `delete from kysely_migration where name = '9999-future'`,
    ),
  },
  {
    name: 'storage is read-only',
    ids: ['storage-denied'],
    inject: async ({ storage }) => {
      storage.makeReadOnly();
      return () => storage.repair();
    },
  },
  {
    name: 'storage is full',
    ids: ['storage-full'],
    inject: async ({ storage }) => {
      storage.shrinkTo(0);
      return () => storage.repair();
    },
  },
  {
    name: 'storage is nearly full',
    ids: ['storage-nearly-full'],
    inject: async ({ storage }) => {
      storage.shrinkTo(400);
      return () => storage.repair();
    },
  },
  {
    name: 'the mail server refuses the password',
    ids: ['mail-refused'],
    inject: async ({ mail }) => {
      await mail.setMode('refuses');
      return () => mail.setMode('accepts');
    },
  },
  {
    name: 'the mail server is away',
    ids: ['mail-server-away'],
    inject: async ({ mail }) => {
      await mail.setMode('closed');
      return () => mail.setMode('accepts');
    },
  },
  {
    name: 'no account is a superadmin',
    ids: ['no-superadmin'],
    inject: query(
      'auth',
      `update users set disabled_at = now() where role = 'superadmin'`,
      `update users set disabled_at = null where role = 'superadmin'`,
    ),
  },
  {
    name: 'the latest backup failed',
    ids: ['backup-failed'],
    inject: query(
      'auth',
      `${ADD_RUN} (gen_random_uuid(), now() - interval '1 hour', '/usb', false, 'a', null), (gen_random_uuid(), now(), '/usb', false, null, 'The disk is full.')`,
      NO_RUNS,
    ),
  },
  {
    name: 'the latest backup is old',
    ids: ['backup-old'],
    inject: query(
      'auth',
      `${ADD_RUN} (gen_random_uuid(), now() - interval '3 days', '/usb', false, 'a', null)`,
      NO_RUNS,
    ),
  },
  {
    name: 'the backup is on the disk of the site',
    ids: ['backup-on-same-disk'],
    inject: query('auth', `${ADD_RUN} (gen_random_uuid(), now(), '/data', true, 'a', null)`, NO_RUNS),
  },
  {
    name: 'a proxy is not trusted',
    ids: ['proxy-unknown'],
    inject: asBrowser({ 'x-forwarded-for': '192.168.1.7', 'x-forwarded-proto': 'http' }),
  },
];
