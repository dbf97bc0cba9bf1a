import { randomUUID } from 'node:crypto';

import type { status } from '@larksong/contracts';

import type { Storage } from '../storage/types.ts';
import { within } from '../limits/within.ts';
import { cached } from './cached.ts';
import { isDenial, rootOf } from './root-of.ts';

const TIMEOUT_MS = 2000;
const BYTES = Buffer.from('larksong');

const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);

/** How often storage is tried, whatever the number of calls. */
const KEEP_MS = 5000;
const WAIT_MS = 2500;

/** Returns a function that tries storage, at most every 5 s; its result is missing while the first try takes longer. */
export function createStorageProbe(
  storage: Storage,
  options: Parameters<typeof probeStorage>[1],
): () => Promise<status.StorageStatus | undefined> {
  return cached(() => probeStorage(storage, options), { keepMs: KEEP_MS, waitMs: WAIT_MS });
}

/**
 * Writes, reads, lists and deletes an object under `prefix`, and returns the state of storage. Never rejects. The object's
 * name is new each time, so that simultaneous probes do not disturb each other.
 */
export async function probeStorage(
  storage: Storage,
  {
    prefix,
    kind,
    timeoutMs = TIMEOUT_MS,
  }: { prefix: string; kind: status.StorageStatus['kind']; timeoutMs?: number },
): Promise<status.StorageStatus> {
  const key = `${prefix}${randomUUID()}`;
  const steps: [status.StorageRight, () => Promise<unknown>][] = [
    ['write', () => storage.put(key, BYTES)],
    ['read', () => storage.read(key, (size) => [new Uint8Array(size)])],
    ['list', () => storage.list(key)[Symbol.asyncIterator]().next()],
    ['delete', () => storage.delete(key)],
  ];
  const freeBytes = (await storage.freeBytes()) ?? null;
  for (const [right, step] of steps) {
    try {
      await within(timeoutMs, step());
    } catch (error) {
      if (right !== 'write' && right !== 'delete') await storage.delete(key).catch(() => {});
      const { code, problem } = rootOf(error);
      const denied = isDenial(code) ? right : null;
      const state = denied ? 'ok' : FULL.has(code) ? 'full' : 'away';
      return { kind, state, denied, problem, freeBytes };
    }
  }
  return { kind, state: 'ok', denied: null, problem: null, freeBytes };
}
