import type { Db } from '../db/tables.ts';
import { findWebhook, type Webhook } from './settings-store.ts';

/** Returns the address and its secret, or a sentence that says why there is nothing to call. */
export async function readWebhook(db: Db, key: Buffer): Promise<Webhook | string> {
  try {
    return (await findWebhook(db, key)) ?? 'There is no address any more.';
  } catch {
    // AUTH_SECRET was lost, or changed without the one before.
    return 'The key of the signatures cannot be read any more. Please save the address again.';
  }
}
