import { readStored, writeStored } from '../lib/storage.ts';

const LEASE_MS = 5000;
const RENEW_MS = 1500;
/** Long enough for most busy tabs to see a value written by another tab. */
const SETTLE_MS = 150;

/**
 * Runs `work` while no other tab holds a lease of this name. A tab that dies while holding it blocks the others for at
 * most 5 seconds. On a very busy device two tabs may get in.
 */
export async function withLease<T>(name: string, work: () => Promise<T>): Promise<T> {
  const key = `${name}.lease`;
  const holder = randomName();
  await acquire(key, holder);
  const renewal = setInterval(() => writeLease(key, holder), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (readLease(key)?.holder === holder) writeStored(key, null);
  }
}

async function acquire(key: string, holder: string): Promise<void> {
  for (;;) {
    const lease = readLease(key);
    if (lease && lease.holder !== holder && lease.untilMs > Date.now()) {
      await leaseChange(key, lease.untilMs - Date.now());
      continue;
    }
    writeLease(key, holder);
    // Storage has no compare-and-set: the tab whose name remains after a moment holds the lease.
    await pause(SETTLE_MS + Math.random() * SETTLE_MS);
    if (readStored(key) === null || readLease(key)?.holder === holder) return;
  }
}

/** `crypto.randomUUID` is missing on plain http, where the lease is needed. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

function writeLease(key: string, holder: string): void {
  writeStored(key, `${holder} ${Date.now() + LEASE_MS}`);
}

function readLease(key: string): { holder: string; untilMs: number } | null {
  const [holder, until] = readStored(key)?.split(' ') ?? [];
  const untilMs = Number(until);
  // A lease far in the future was written before the clock was set back.
  return holder && untilMs <= Date.now() + LEASE_MS ? { holder, untilMs } : null;
}

function leaseChange(key: string, atMostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
      resolve();
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) done();
    };
    const timer = setTimeout(done, atMostMs);
    window.addEventListener('storage', onStorage);
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
