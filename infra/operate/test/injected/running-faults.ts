import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { InjectedFault } from './fault.ts';

type Inject = InjectedFault['inject'];
type Service = 'auth' | 'catalog' | 'game';

/** Returns a fault that a query makes, and another one repairs. */
const query =
  (service: Service, fault: string, repair: string): Inject =>
  async ({ site }) => {
    await site.query(service, fault);
    return { repair: () => site.query(service, repair) };
  };

/** Returns a fault of a table that a forgotten session keeps locked. */
const locked =
  (service: Service, table: string): Inject =>
  async ({ site }) => {
    const client = await site.connect(service);
    await client.query(`set application_name = 'psql'`);
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    return { repair: () => client.end() };
  };

/** Each statement is sent alone, since ALTER SYSTEM cannot run inside a transaction. */
const readOnly: Inject = async ({ site }) => {
  const client = await site.connect('auth');
  await client.query('alter system set default_transaction_read_only = on');
  await client.query('select pg_reload_conf()');
  return {
    async repair() {
      await client.query('set default_transaction_read_only = off');
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
      await client.end();
    },
  };
};

const paused: Inject = async ({ site }) => {
  const pid = site.launcherPid;
  process.kill(pid, 'SIGSTOP');
  return { repair: () => void process.kill(pid, 'SIGCONT') };
};

/** Faults of a running site. */
export const runningFaults: InjectedFault[] = [
  {
    name: 'the storage folder vanishes',
    id: 'storage-away',
    says: /storage/i,
    advises: /mount/,
    async inject({ site }) {
      const folder = join(site.dataDir, 'storage');
      await rename(folder, `${folder}-aside`);
      return {
        async repair() {
          await rm(folder, { recursive: true, force: true }); // a service may have begun to write there
          await rename(`${folder}-aside`, folder);
        },
      };
    },
  },
  {
    name: 'Postgres is read-only',
    id: 'database-read-only',
    says: /Postgres lets .* only read/,
    advises: /default_transaction_read_only/,
    inject: readOnly,
  },
  {
    name: 'a table was renamed',
    id: 'tables-missing',
    says: /catalog lacks tables.*\(videos\)/,
    advises: /rename|restore/i,
    inject: query(
      'catalog',
      'alter table videos rename to videos_old',
      'alter table videos_old rename to videos',
    ),
  },
  {
    name: 'a table is locked',
    id: 'database-locked',
    says: /auth locked for .*\(users\)/,
    advises: /pg_terminate_backend/,
    inject: locked('auth', 'users'),
  },
  {
    name: 'the table of the migrations is locked',
    id: 'database-locked',
    says: /game locked for .*\(kysely_migration\)/,
    advises: /pg_terminate_backend/,
    inject: locked('game', 'kysely_migration'),
  },
  {
    name: 'a table of the game was deleted',
    id: 'tables-missing',
    says: /game lacks tables.*\(pictures\)/,
    advises: /restore/i,
    inject: query('game', 'alter table pictures rename to kept', 'alter table kept rename to pictures'),
  },
  {
    name: 'the launcher was paused with Ctrl-Z',
    id: 'launcher-paused',
    says: /paused/,
    advises: /fg/,
    inject: paused,
  },
];
