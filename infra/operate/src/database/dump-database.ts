import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { Dump } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { findLastEntry } from './audit-store.ts';
import { orderTables } from './order-tables.ts';
import * as store from './store.ts';

/** Copies every table into the vault, under `prefix`. The caller has begun the snapshot. */
export async function dumpDatabase(client: Client, vault: Vault, prefix: string): Promise<Dump> {
  const tables = await store.listTables(client);
  const order = orderTables(
    tables.map(({ name }) => name),
    await store.listReferences(client),
  );
  const dumped: Dump['tables'] = [];
  for (const name of order) {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    dumped.push(await dumpTable(client, { name, columns }, vault, prefix));
  }
  const lastEntry = await findLastEntry(client);
  return {
    migrations: await store.listMigrations(client),
    tables: dumped,
    sequences: await store.listSequences(client),
    ...(lastEntry !== undefined && { lastEntry }),
  };
}

async function dumpTable(
  client: Client,
  table: { name: string; columns: string[] },
  vault: Vault,
  prefix: string,
): Promise<Dump['tables'][number]> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`copy ${store.toTable(client, table.name)} (${columns}) to stdout`));
  const packed = createGzip({ level: 4 });
  const [file] = await Promise.all([
    vault.write(`${prefix}${table.name}.gz`, packed),
    pipeline(rows, packed),
  ]);
  return { ...table, rows: rows.rowCount, file };
}
