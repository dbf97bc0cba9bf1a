import type { Generated, Kysely } from 'kysely';

interface CategoriesTable {
  id: string;
  /** One character, in upper case. */
  letter: string;
  created_at: Generated<Date>;
}

interface ItemsTable {
  id: string;
  category_id: string;
  type: 'letter' | 'image';
  name: string;
  created_at: Generated<Date>;
}

export interface Tables {
  categories: CategoriesTable;
  items: ItemsTable;
}

export type Db = Kysely<Tables>;
