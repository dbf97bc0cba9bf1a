import type { Migration } from 'kysely/migration';

import { migrations as auth } from '../../../../services/auth/src/db/migrations/index.ts';
import { TABLE_NAMES as authTables } from '../../../../services/auth/src/db/table-names.ts';
import { migrations as catalog } from '../../../../services/catalog/src/db/migrations/index.ts';
import { TABLE_NAMES as catalogTables } from '../../../../services/catalog/src/db/table-names.ts';
import { migrations as game } from '../../../../services/game/src/db/migrations/index.ts';
import { TABLE_NAMES as gameTables } from '../../../../services/game/src/db/table-names.ts';
import type { DatabaseName } from '../vault/manifest.ts';

/** The migrations of each service, in their order. */
export const MIGRATIONS: Record<DatabaseName, Record<string, Migration>> = { auth, catalog, game };

/** The tables that each database has after its migrations. */
export const TABLES: Record<DatabaseName, readonly string[]> = {
  auth: authTables,
  catalog: catalogTables,
  game: gameTables,
};
