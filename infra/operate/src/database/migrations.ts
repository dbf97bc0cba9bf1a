import type { Migration } from 'kysely/migration';

import { migrations as auth } from '../../../../services/auth/src/db/migrations/index.ts';
import { migrations as catalog } from '../../../../services/catalog/src/db/migrations/index.ts';
import { migrations as game } from '../../../../services/game/src/db/migrations/index.ts';
import type { DatabaseName } from '../vault/manifest.ts';

/** The migrations of each service, in their order. */
export const MIGRATIONS: Record<DatabaseName, Record<string, Migration>> = { auth, catalog, game };
