import type { Migration } from 'kysely/migration';

import * as createCategoriesAndItems from './0001-create-categories-and-items.ts';

export const migrations: Record<string, Migration> = {
  '0001-create-categories-and-items': createCategoriesAndItems,
};
