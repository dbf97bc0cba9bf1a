import type { Migration } from 'kysely/migration';

import * as createAccounts from './0001-create-accounts.ts';

export const migrations: Record<string, Migration> = { '0001-create-accounts': createAccounts };
