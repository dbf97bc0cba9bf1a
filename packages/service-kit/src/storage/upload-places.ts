import { because } from '@larksong/contracts';

import { AppError } from '../base/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** Limits the simultaneous uploads of this process, since each holds a part in memory. */
export class UploadPlaces {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place and returns the function that frees it. Throws `AppError('TOO_BUSY')` if none is free. */
  take(): () => void {
    if (this.#taken >= this.#limit)
      throw new AppError('TOO_BUSY', {
        ...because('upload.others-first'),
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
