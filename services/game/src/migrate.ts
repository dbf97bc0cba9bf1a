/*
 * For updates: node services/game/src/migrate.ts try|run
 */
import { runMigrations } from '@larksong/service-kit';

import { migrations } from './db/migrations/index.ts';

await runMigrations('game', migrations);
