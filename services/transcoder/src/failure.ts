import { MediaError, type EndReason } from './media/process.ts';
import type { Source } from './media/source.ts';

/** The file is at fault, for good. The message is a sentence for the person who uploaded it. */
export class InputError extends Error {
  override name = 'InputError';
  readonly log: string;

  constructor(message: string, log = '', options?: ErrorOptions) {
    super(message, options);
    this.log = log;
  }
}

/** The surroundings are at fault; the unit is worth another try. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
  readonly log: string;

  constructor(message: string, log = '', options?: ErrorOptions) {
    super(message, options);
    this.log = log;
  }
}

export const NO_SPACE = /No space left on device|Disk quota exceeded|Too many open files/;
/** Of the limits that every run has, so it is the file that asks for too much. */
const NO_MEMORY = /Cannot allocate memory|malloc of size \d+ failed/;

export const DAMAGED =
  'The file is damaged and could not be read. Please export it again and upload the new file.';

const TOO_DEMANDING = 'The file needs more memory than is allowed. Please export it in a smaller size.';

/** What the file is to blame for, by the way in which its process ended. */
const SENTENCES: Record<Exclude<EndReason, 'signal'>, string> = {
  exit: DAMAGED,
  crash: 'This file made the program that reads it crash. Please export it again in another format.',
  timeout:
    'Preparing this file took longer than its time limit. If the site was busy, please try again; otherwise export the file in a smaller size.',
  processor:
    'Preparing this file took more computing time than is allowed. Please export it in a smaller size.',
  size: 'Preparing this file makes more data than is allowed. Please export it in a smaller size.',
};

const KILLED = 'The system ended the program that was working on the file, probably because memory ran out.';

/** Whose fault it is that a unit failed: the file's only where there are no signs to the contrary. */
export function toUnitFailure(error: unknown, source: Source): unknown {
  if (!(error instanceof MediaError || error instanceof InputError)) return error;
  const failure = source.failure();
  if (failure)
    return new InfrastructureError('The file could not be read from storage.', error.log, { cause: failure });
  const cause = { cause: error };
  // A full disk can look like a file that ends early: ffmpeg says so in its log, and ends with code 0.
  if (NO_SPACE.test(error.log))
    return new InfrastructureError('The worker ran out of space.', error.log, cause);
  if (error instanceof InputError) return error;
  if (error.reason === 'signal') return new InfrastructureError(KILLED, error.log, cause);
  const needsMore = NO_MEMORY.test(error.log);
  return new InputError(needsMore ? TOO_DEMANDING : SENTENCES[error.reason], error.log, cause);
}

/** What is reported about failed work on a `what`. */
export function describeFailure(
  error: unknown,
  what: 'video' | 'sound' = 'video',
): {
  cause: 'input' | 'infrastructure';
  message: string;
  log: string;
} {
  if (error instanceof InputError) return { cause: 'input', message: error.message, log: tail(error.log) };
  if (error instanceof InfrastructureError)
    return { cause: 'infrastructure', message: error.message, log: tail(error.log) };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    cause: 'infrastructure',
    message: `Something went wrong while the ${what} was being prepared.`,
    log: tail(text),
  };
}

function tail(log: string): string {
  return log.slice(-20_000);
}

/** `3:12`, as durations are shown on the site. */
export function toClock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function cutOff(saysSeconds: number, endsSeconds: number, log = ''): InputError {
  return new InputError(
    `The file is cut off: it says ${toClock(saysSeconds)} but ends after ${toClock(endsSeconds)}. ` +
      'Please export it again and upload the new file.',
    log,
  );
}
