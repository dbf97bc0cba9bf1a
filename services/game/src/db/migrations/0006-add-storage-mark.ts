import { createMarkTable } from '@larksong/service-kit/storage';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createMarkTable(db);
}
