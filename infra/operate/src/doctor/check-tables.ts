import type { Finding } from '@larksong/health';

import { connect } from '../database/connect.ts';
import { TABLES } from '../database/migrations.ts';
import type { DoctorConfig } from './config.ts';
import { SERVICES } from './describe-here.ts';
import { findUnreadableTable } from './tables-store.ts';

/** Returns a finding for each database of which a table cannot be read, for example since its file is missing. */
export async function checkTables(config: DoctorConfig): Promise<Finding[]> {
  const urls = {
    auth: config.AUTH_DATABASE_URL,
    catalog: config.CATALOG_DATABASE_URL,
    game: config.GAME_DATABASE_URL,
  };
  const findings: Finding[] = [];
  for (const name of SERVICES) {
    const url = urls[name];
    if (url === undefined) continue;
    const found = await findUnreadable(url, TABLES[name]);
    if (found === undefined) continue;
    findings.push({
      id: 'database-broken',
      severity: 'error',
      about: name,
      sentence: `A file of the database of ${name} is missing or damaged: its table ${found.table} cannot be read (${found.problem}).`,
      remedy:
        'Check the disk for errors (dmesg). If the data was copied or moved, copy it again while the site that it comes from is stopped; otherwise restore a backup into a new DATA_DIR.',
    });
  }
  return findings;
}

async function findUnreadable(url: string, tables: readonly string[]) {
  try {
    await using connection = await connect(url);
    return await findUnreadableTable(connection.client, tables);
  } catch {
    return undefined; // a database that cannot be reached has its own finding
  }
}
