import { PEOPLE_COLUMNS, toCsvCell } from '@larksong/import/people';

import { listAccountRows } from '../accounts/admin-store.ts';
import type { Db } from '../db/tables.ts';
import { toGivenRole } from '../users/teacher.ts';

const PAGE_SIZE = 500;

/**
 * Returns the accounts that are not disabled as a table that can be imported, after the mark by which spreadsheets recognise
 * UTF-8. An import of it changes nothing.
 */
export async function exportPeople(db: Db): Promise<string> {
  let table = `\uFEFF${PEOPLE_COLUMNS.join(',')}\r\n`;
  let before: string | undefined;
  do {
    const rows = await listAccountRows(db, { limit: PAGE_SIZE, before });
    for (const row of rows) {
      if (row.disabled_at !== null) continue;
      const cells = [row.email, row.username, row.display_name ?? '', toGivenRole(row)];
      table += `${cells.map(toCsvCell).join(',')}\r\n`;
    }
    before = rows.length === PAGE_SIZE ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
  return table;
}
