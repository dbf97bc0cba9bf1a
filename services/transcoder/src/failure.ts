import type { FailureCode, FailureReason, Readable } from '@larksong/contracts';
import { sayFailure, why } from '@larksong/service-kit/sentences';

import { MediaError, type EndReason } from './media-error.ts';

interface FailureOptions extends ErrorOptions {
  /** By default `damaged` if the file is at fault, otherwise `worker`. */
  code?: FailureCode;
}

interface InputFailureOptions extends FailureOptions {
  /** The part that can be published if a superadmin accepts that the rest is missing. */
  readable?: Readable;
}

/** The file is at fault, so retrying is pointless. The reason is shown to the uploader, and is the message in English. */
export class InputError extends Error {
  override name = 'InputError';
  readonly reason: FailureReason;
  readonly log: string;
  readonly code: FailureCode;
  readonly readable: Readable | undefined;

  constructor(
    reason: FailureReason,
    log = '',
    { code = 'damaged', readable, ...options }: InputFailureOptions = {},
  ) {
    super(sayFailure(reason), options);
    this.reason = reason;
    this.log = log;
    this.code = code;
    this.readable = readable;
  }
}

/** The environment is at fault, so the unit is retried. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
  readonly reason: FailureReason;
  readonly log: string;
  readonly code: FailureCode;

  constructor(reason: FailureReason, log = '', { code = 'worker', ...options }: FailureOptions = {}) {
    super(sayFailure(reason), options);
    this.reason = reason;
    this.log = log;
    this.code = code;
  }
}

/** Tags of the file are logged as well, indented. */
export const NO_SPACE = /^(?:\S.*)?(?:No space left on device|Disk quota exceeded|Too many open files)/m;
/** Every run has the same memory limit, so the file is at fault. */
const NO_MEMORY = /^(?:\S.*)?(?:Cannot allocate memory|malloc of size \d+ failed)/m;

/** Reasons for failures that are the file's fault, by how the process ended. */
const REASONS = {
  exit: why('damaged'),
  crash: why('crash'),
  timeout: why('too-much-time'),
  processor: why('too-much-computing'),
  size: why('too-much-data'),
} satisfies Record<Exclude<EndReason, 'signal'>, FailureReason>;

const CODES: Record<keyof typeof REASONS, FailureCode> = {
  exit: 'damaged',
  crash: 'crash',
  timeout: 'too-large',
  processor: 'too-large',
  size: 'too-large',
};

/**
 * Returns a `MediaError` or `InputError` as `InputError` if the file is at fault, or as `InfrastructureError` if there
 * is evidence of another cause (storage failed, the disk is full, the process was killed). Returns other errors
 * unchanged.
 */
export function toUnitFailure(error: unknown, source: { failure(): Error | undefined }): unknown {
  if (!(error instanceof MediaError || error instanceof InputError)) return error;
  const failure = source.failure();
  if (failure)
    return new InfrastructureError(why('storage-unreadable'), error.log, {
      cause: failure,
      code: 'storage',
    });
  const cause = { cause: error };
  // With a full disk, ffmpeg may exit with code 0 and only log it, as if the file ended early.
  if (NO_SPACE.test(error.log)) return new InfrastructureError(why('no-space'), error.log, cause);
  if (error instanceof InputError) return error;
  if (error.reason === 'signal') return new InfrastructureError(why('killed'), error.log, cause);
  const needsMore = NO_MEMORY.test(error.log);
  if (needsMore) return new InputError(why('too-much-memory'), error.log, { ...cause, code: 'too-large' });
  return new InputError(REASONS[error.reason], error.log, { ...cause, code: CODES[error.reason] });
}

/** Returns the failure report for an error; `what` is the work, for the reason of unexpected errors. */
export function describeFailure(
  error: unknown,
  what: 'video' | 'sound' = 'video',
): {
  cause: 'input' | 'infrastructure';
  message: string;
  reason: FailureReason;
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
  const reason = why(what === 'video' ? 'unexpected' : 'sound-unexpected');
  return {
    cause: 'infrastructure',
    message: sayFailure(reason),
    reason,
    log: tail(text),
    code: 'worker',
  };
}

function describe({ message, reason, log, code }: InputError | InfrastructureError) {
  return { message, reason, log: tail(log), code };
}

function tail(log: string): string {
  return log.slice(-20_000);
}

/** Less is not worth an offer, in seconds. */
const LEAST_READABLE = 1;

/**
 * Returns the error for a file that ends before its stated duration; the readable part may be published. Its end is
 * rounded down, as in the offer (`describeReadable`), so that both name the same second.
 */
export function cutOff(statedSeconds: number, endSeconds: number, log = ''): InputError {
  return new InputError(
    why('cut-off', { statedLength: statedSeconds, endLength: Math.floor(endSeconds) }),
    log,
    { code: 'cut-off', ...offer({ seconds: endSeconds, endSeconds }) },
  );
}

/** Returns the error for a damaged file if only `seconds` of it could be read, up to `endSeconds`. */
export function hasHoles({ seconds, endSeconds }: Readable, log = ''): InputError {
  return new InputError(why('holes', { readableLength: seconds, endLength: endSeconds }), log, {
    code: 'damaged',
    ...offer({ seconds, endSeconds }),
  });
}

function offer(readable: Readable): { readable?: Readable } {
  return readable.seconds >= LEAST_READABLE ? { readable } : {};
}

/** Returns the error for a file whose pictures or sound did not come out as planned, although nothing else went wrong. */
export function notAsPlanned(what: string, log = ''): InputError {
  return new InputError(why('changes'), `${what}\n${log}`, { code: 'unsupported' });
}
