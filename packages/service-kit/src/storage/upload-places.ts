import { AppError } from '../errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** Counts the uploads that run at once in this process, since each holds a part in memory. */
export class UploadPlaces {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place and gives the function that frees it; throws `AppError('TOO_BUSY')` when none is left. */
  take(): () => void {
    if (this.#taken >= this.#limit)
      throw new AppError('TOO_BUSY', {
        message: 'Other uploads are running right now. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken -= 1;
      isHeld = false;
    };
  }
}
