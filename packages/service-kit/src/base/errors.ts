import {
  ApiError,
  ERRORS,
  type ErrorCode,
  type Explanation,
  type Reason,
  type ReasonValues,
} from '@larksong/contracts';

/** A failure with a code of the closed list, and an explanation for the user if the code's own sentence is too general. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** The id of the message in a translation; undefined if it has none. */
  readonly reason: Reason | undefined;
  readonly values: ReasonValues | undefined;
  /** The present state, for calls that answer with it. */
  readonly present: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: Partial<Explanation> & { cause?: unknown; present?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.reason = options.reason ?? (options.message === undefined ? `code.${code}` : undefined);
    this.values = options.values;
    this.present = options.present;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/**
 * Transient errors: Node's socket errors, Postgres' connection and shutdown classes, statements cancelled by a timeout
 * or a deadlock.
 */
const AWAY =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_|08|57P|57014|55P03|25P0[34]|40001|40P01|53)/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Stream isn't writeable|max retries per request/i;
/** Postgres: text that it cannot store (a NUL, an invalid sequence), numbers and dates out of range. */
const UNSTORABLE = /^(22021|22P05|22003|22008|22P02)$/;

/** Returns a thrown value as a listed failure. Anything unrecognised becomes INTERNAL, with the value as its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ApiError) return new AppError('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
  if (!(error instanceof Error)) return new AppError('INTERNAL', { cause: error });
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown };
  const name = typeof code === 'string' ? code : '';
  const known = FASTIFY_CODES[name];
  if (known) return new AppError(known, { cause: error });
  if (AWAY.test(name) || AWAY_MESSAGE.test(error.message))
    return new AppError('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
  if (UNSTORABLE.test(name)) return new AppError('VALIDATION_FAILED', { cause: error });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError(statusCode === 404 ? 'NOT_FOUND' : 'MALFORMED_REQUEST', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}
