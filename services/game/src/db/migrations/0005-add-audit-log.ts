import { createAuditTable } from '@larksong/service-kit/audit';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAuditTable(db);
}
