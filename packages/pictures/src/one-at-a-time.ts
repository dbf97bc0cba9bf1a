import { AppError } from '@larksong/service-kit';

const RETRY_AFTER_SECONDS = 5;

/** Returns a function that runs work sequentially. It throws `AppError('TOO_BUSY')` if `maxWaiting` others wait. */
export function createOneAtATime({ maxWaiting }: { maxWaiting: number }) {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (count > maxWaiting)
      throw new AppError('TOO_BUSY', {
        message: 'Other pictures are being prepared right now. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    count += 1;
    const result = last.then(work);
    last = result.catch(() => {});
    try {
      return await result;
    } finally {
      count -= 1;
    }
  };
}
