import { within } from '@larksong/service-kit';

/** Runs work of one key sequentially. Rejects with `TooLateError` if its turn does not come within `waitMs`. */
type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Returns a mutex for each key; `waitMs` is the longest wait for a turn. */
export function createKeyedMutex(waitMs: number): KeyedMutex {
  /** The end of the last piece of work of each key; never rejects. */
  const ends = new Map<string, Promise<void>>();

  /** Removes the key when the running work ends, not before: timed-out work must not let others overtake it. */
  async function forget(key: string, end: Promise<void>): Promise<void> {
    await end;
    if (ends.get(key) === end) ends.delete(key);
  }

  return async (key, work) => {
    const before = ends.get(key) ?? Promise.resolve();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const end = before.then(() => done);
    ends.set(key, end);
    void forget(key, end);
    try {
      await within(waitMs, before);
      return await work();
    } finally {
      resolve();
    }
  };
}
