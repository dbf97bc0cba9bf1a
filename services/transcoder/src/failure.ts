import type { FailureCode, Readable } from '@larksong/contracts';

import { MediaError, type EndReason } from './media-error.ts';

interface FailureOptions extends ErrorOptions {
  /** By default `damaged` if the file is at fault, otherwise `worker`. */
  code?: FailureCode;
}

interface InputFailureOptions extends FailureOptions {
  /** The part that can be published if a superadmin accepts that the rest is missing. */
  readable?: Readable;
}

/** The file is at fault, so retrying is pointless. The message is shown to the uploader. */
export class InputError extends Error {
  override name = 'InputError';
  readonly log: string;
  readonly code: FailureCode;
  readonly readable: Readable | undefined;

  constructor(
    message: string,
    log = '',
    { code = 'damaged', readable, ...options }: InputFailureOptions = {},
  ) {
    super(message, options);
    this.log = log;
    this.code = code;
    this.readable = readable;
  }
}

/** The environment is at fault, so the unit is retried. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
  readonly log: string;
  readonly code: FailureCode;

  constructor(message: string, log = '', { code = 'worker', ...options }: FailureOptions = {}) {
    super(message, options);
    this.log = log;
    this.code = code;
  }
}

/** Tags of the file are logged as well, indented. */
export const NO_SPACE = /^(?:\S.*)?(?:No space left on device|Disk quota exceeded|Too many open files)/m;
/** Every run has the same memory limit, so the file is at fault. */
const NO_MEMORY = /^(?:\S.*)?(?:Cannot allocate memory|malloc of size \d+ failed)/m;

export const DAMAGED =
  'The file is damaged and could not be read. Please export it again and upload the new file.';

const TOO_DEMANDING = 'Processing this file needs too much memory. Please export a smaller version.';

/** Sentences for failures that are the file's fault, by how the process ended. */
const SENTENCES: Record<Exclude<EndReason, 'signal'>, string> = {
  exit: DAMAGED,
  crash: 'This file crashed the converter. Please export it again in another format.',
  timeout:
    'Processing this file exceeded the time limit. If the site was busy, please try again; otherwise export a smaller version.',
  processor: 'Processing this file takes too much computing time. Please export a smaller version.',
  size: 'Processing this file produces too much data. Please export a smaller version.',
};

const CODES: Record<keyof typeof SENTENCES, FailureCode> = {
  exit: 'damaged',
  crash: 'crash',
  timeout: 'too-large',
  processor: 'too-large',
  size: 'too-large',
};

const KILLED = 'The system stopped the converter, probably because the machine ran out of memory.';

/**
 * Returns a `MediaError` or `InputError` as `InputError` if the file is at fault, or as `InfrastructureError` if there
 * is evidence of another cause (storage failed, the disk is full, the process was killed). Returns other errors
 * unchanged.
 */
export function toUnitFailure(error: unknown, source: { failure(): Error | undefined }): unknown {
  if (!(error instanceof MediaError || error instanceof InputError)) return error;
  const failure = source.failure();
  if (failure)
    return new InfrastructureError('The file could not be read from storage.', error.log, {
      cause: failure,
      code: 'storage',
    });
  const cause = { cause: error };
  // With a full disk, ffmpeg may exit with code 0 and only log it, as if the file ended early.
  if (NO_SPACE.test(error.log))
    return new InfrastructureError('The worker ran out of space.', error.log, cause);
  if (error instanceof InputError) return error;
  if (error.reason === 'signal') return new InfrastructureError(KILLED, error.log, cause);
  const needsMore = NO_MEMORY.test(error.log);
  if (needsMore) return new InputError(TOO_DEMANDING, error.log, { ...cause, code: 'too-large' });
  return new InputError(SENTENCES[error.reason], error.log, { ...cause, code: CODES[error.reason] });
}

/** Returns the failure report for an error; `what` names the work in the sentence for unexpected errors. */
export function describeFailure(
  error: unknown,
  what: 'video' | 'sound' = 'video',
): {
  cause: 'input' | 'infrastructure';
  message: string;
  log: string;
  code: FailureCode;
  readable?: Readable;
} {
  if (error instanceof InputError)
    return {
      cause: 'input',
      ...describe(error),
      ...(error.readable ? { readable: error.readable } : {}),
    };
  if (error instanceof InfrastructureError) return { cause: 'infrastructure', ...describe(error) };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    cause: 'infrastructure',
    message: `Something went wrong while processing the ${what}.`,
    log: tail(text),
    code: 'worker',
  };
}

function describe({ message, log, code }: InputError | InfrastructureError) {
  return { message, log: tail(log), code };
}

function tail(log: string): string {
  return log.slice(-20_000);
}

/** Formats seconds as on the site, for example `3:12`. */
export function toClock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Less is not worth an offer, in seconds. */
const LEAST_READABLE = 1;

/**
 * Returns the error for a file that ends before its stated duration; the readable part may be published. Its end is
 * rounded down, as in the offer (`describeReadable`), so that both name the same second.
 */
export function cutOff(statedSeconds: number, endSeconds: number, log = ''): InputError {
  return new InputError(
    `The file is cut off: it should last ${toClock(statedSeconds)} but ends after ${toClock(Math.floor(endSeconds))}. ` +
      'Please export it again and upload the new file.',
    log,
    { code: 'cut-off', ...offer({ seconds: endSeconds, endSeconds }) },
  );
}

/** Returns the error for a damaged file if only `seconds` of it could be read, up to `endSeconds`. */
export function hasHoles({ seconds, endSeconds }: Readable, log = ''): InputError {
  return new InputError(
    `The file is damaged: only ${toClock(seconds)} of its ${toClock(endSeconds)} could be read. ` +
      'Please export it again and upload the new file.',
    log,
    { code: 'damaged', ...offer({ seconds, endSeconds }) },
  );
}

function offer(readable: Readable): { readable?: Readable } {
  return readable.seconds >= LEAST_READABLE ? { readable } : {};
}

/** Returns the error for a file whose pictures or sound did not come out as planned, although nothing else went wrong. */
export function notAsPlanned(what: string, log = ''): InputError {
  return new InputError(
    'The picture or the sound of this file changes in a way that the converter cannot follow. ' +
      'Please export it again as MP4 and upload the new file.',
    `${what}\n${log}`,
    { code: 'unsupported' },
  );
}
