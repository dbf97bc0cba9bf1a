import { FileGoneError } from '../upload/file-gone.ts';
import type { HashRequest, HashResponse } from './hash-worker.ts';

export interface Hasher {
  /** Returns the hash of a file; one file after the other is read. Rejects with a `FileGoneError`. */
  hash: (file: Blob) => Promise<string>;
  /** Ends the worker; running calls never settle. */
  close: () => void;
}

/** Starts a worker that hashes files off the main thread, beginning with the first file. */
export function createHasher(): Hasher {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const ask = (file: Blob) => {
    worker ??= new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    count += 1;
    return request(worker, { id: count, file });
  };
  return {
    hash: (file) => {
      const hash = last.then(() => ask(file));
      last = hash.catch(() => {});
      return hash;
    },
    close: () => {
      worker?.terminate();
      worker = undefined;
    },
  };
}

function request(worker: Worker, message: HashRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const { signal } = ended;
    const take = ({ data }: MessageEvent<HashResponse>) => {
      if (data.id !== message.id) return;
      ended.abort();
      if (data.hash === null) reject(new FileGoneError({}));
      else resolve(data.hash);
    };
    worker.addEventListener('message', take, { signal });
    worker.addEventListener('error', () => reject(new Error('The worker could not be started.')), { signal });
    worker.postMessage(message);
  });
}
