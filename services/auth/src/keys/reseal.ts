import { seal, unseal } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import { listSealed, lockSigningKeys, SEALED, updateSealed, type SealedColumn } from './store.ts';

interface Secrets {
  secret: string;
  previous: string;
}

/**
 * Encrypts with `secret` all rows that are encrypted with `previous`. Returns their number. Leaves other rows alone,
 * which another starting process has already encrypted.
 */
export async function resealAll(db: Db, secrets: Secrets): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    let count = 0;
    for (const column of SEALED) count += await reseal(trx, column, secrets);
    return count;
  });
}

async function reseal(trx: Trx, column: SealedColumn, { secret, previous }: Secrets): Promise<number> {
  const [from, to] = [deriveKey(previous, column.purpose), deriveKey(secret, column.purpose)];
  let count = 0;
  for (const { id, label, content } of await listSealed(trx, column)) {
    const text = tryUnseal(content, from, label);
    if (text === undefined) continue;
    await updateSealed(trx, column, { id, content: seal(text, to, label) });
    count += 1;
  }
  return count;
}

function tryUnseal(sealed: Buffer, key: Buffer, label: string): string | undefined {
  try {
    return unseal(sealed, key, label);
  } catch {
    return undefined;
  }
}
