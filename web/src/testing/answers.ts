import { ERRORS, type Data, type Endpoint, type ErrorCode } from '@larksong/contracts';

/** A response other than plain data: the status and the body on the wire. */
export class Reply {
  /** 0 closes the connection without a response. */
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The data of a success with a sentence from the server. */
export class SuccessWithMessage<Content> {
  readonly message: string;
  readonly data: Content;

  constructor(message: string, data: Content) {
    this.message = message;
    this.data = data;
  }
}

/** The data that the contract declares for a success, or nothing. */
type Content<E extends Endpoint> = unknown extends Data<E> ? void : Data<E>;

/** The return value of a handler: the data of a success alone, or one of the responses of this file. */
export type Answer<E extends Endpoint> = Content<E> | SuccessWithMessage<Content<E>> | Reply;

/** Closes the connection without a response. */
export const NO_ANSWER = new Reply(0, undefined);

/** Returns a success without data whose sentence is `message`. */
export function succeed(message: string): SuccessWithMessage<void> {
  return new SuccessWithMessage(message, undefined);
}

/**
 * Returns a failure of the closed list with its status; the sentence is the list's own unless another one is passed.
 */
export function failure(
  code: ErrorCode,
  message: string = ERRORS[code].message,
  options: { retryAfterSeconds?: number; present?: unknown; reason?: string } = {},
): Reply {
  const { retryAfterSeconds, ...state } = options;
  return new Reply(
    ERRORS[code].status,
    { success: false, code, message, requestId: 'test', ...state },
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  );
}

/** Returns a response that no service sends, such as the error page of a proxy. */
export function malformed(status: number, body: unknown): Reply {
  return new Reply(status, body);
}
