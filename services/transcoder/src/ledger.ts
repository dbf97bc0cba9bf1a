import type { Storage } from '@larksong/service-kit/storage';

/** Tracks stored objects that the owner of the work does not know about yet. */
export interface Ledger {
  /** Stores an object and tracks it as unknown to the owner. */
  put: (key: string, body: Uint8Array, contentType: string) => Promise<void>;
  /** Marks objects as perhaps known; from then on the owner deletes them if they are not needed. */
  know: (keys: string[]) => void;
  knowAll: () => void;
  /** Deletes every unknown object. */
  removeUnknown: () => Promise<void>;
}

/** Returns an empty ledger for one piece of work. */
export function createLedger(storage: Storage): Ledger {
  const unknown = new Set<string>();
  return {
    async put(key, body, contentType) {
      unknown.add(key);
      await storage.put(key, body, { contentType });
    },
    know(keys) {
      for (const key of keys) unknown.delete(key);
    },
    knowAll: () => unknown.clear(),
    async removeUnknown() {
      for (const key of unknown) await storage.delete(key);
    },
  };
}
