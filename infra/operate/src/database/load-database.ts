import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { createMigrator, isMark } from '@larksong/service-kit';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type { Dump } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import * as store from './store.ts';

/** A database with its new content, in a transaction that is still open. */
export interface LoadedDatabase {
  trx: Transaction<unknown>;
  commit: () => Promise<void>;
  rollback: () => Promise<void>;
}

/**
 * Replaces everything in a database with a dump, within one transaction that the caller ends: an empty schema is
 * migrated to the version of the dump, filled, and with `isMigrated` migrated to the current version. If that fails, the database stays
 * unchanged.
 */
export async function loadDatabase(
  client: Client,
  dump: Dump,
  {
    vault,
    migrations,
    isMigrated,
  }: { vault: Vault; migrations: Record<string, Migration>; isMigrated: boolean },
): Promise<LoadedDatabase> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: onlyConnection(client) }) });
  const trx = await db.startTransaction().execute();
  try {
    await store.emptyDatabase(client);
    await migrate(
      trx,
      migrations,
      dump.migrations.findLast((name) => !isMark(name)),
    );
    await store.emptyTables(
      client,
      dump.tables.map(({ name }) => name),
    );
    for (const table of dump.tables) await loadTable(client, table, vault);
    for (const [name, value] of Object.entries(dump.sequences)) await store.setSequence(client, name, value);
    if (isMigrated) await migrate(trx, migrations);
    await store.analyzeTables(client);
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
  return {
    trx,
    commit: () => trx.commit().execute(),
    rollback: () => trx.rollback().execute(),
  };
}

/** Migrates to a migration, by default to the last one. */
async function migrate(
  trx: Transaction<unknown>,
  migrations: Record<string, Migration>,
  to?: string,
): Promise<void> {
  const migrator = await createMigrator(trx, migrations);
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error !== undefined) throw error;
}

async function loadTable(client: Client, table: Dump['tables'][number], vault: Vault): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  await store.setTriggers(client, table.name, 'disable');
  const rows = client.query(copyFrom(`copy ${store.toTable(client, table.name)} (${columns}) from stdin`));
  await pipeline(Readable.from(await vault.read(table.file)), createGunzip(), rows);
  await store.setTriggers(client, table.name, 'enable');
}

/** Lets Kysely use a connection that is also used directly. */
function onlyConnection(client: Client): PostgresPool {
  const query = (sql: string, parameters: unknown[]) => client.query(sql, parameters);
  const connection: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'], // without its second form, for cursors, which is not used
    release: () => undefined,
  };
  return { connect: async () => connection, end: async () => undefined, options: {} };
}
