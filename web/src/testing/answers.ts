import { ERRORS, type Data, type Endpoint, type ErrorCode } from '@larksong/contracts';

/** An answer that is not plain data: the status and body that go over the wire. */
export class Reply {
  /** 0 for a connection that ends without an answer. */
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The data of a success that carries a sentence of the server. */
export class Said<Content> {
  readonly message: string;
  readonly data: Content;

  constructor(message: string, data: Content) {
    this.message = message;
    this.data = data;
  }
}

/** The data that the contract declares for a success, or nothing. */
type Content<E extends Endpoint> = unknown extends Data<E> ? void : Data<E>;

/** What a handler may return: the data of a success alone, or one of the answers of this file. */
export type Answer<E extends Endpoint> = Content<E> | Said<Content<E>> | Reply;

/** A connection that ends without an answer. */
export const NO_ANSWER = new Reply(0, undefined);

/** A success without data whose sentence is the server's. */
export function said(message: string): Said<void> {
  return new Said(message, undefined);
}

/** A failure of the closed list, with its status; the sentence is the list's own unless another one is passed. */
export function failure(
  code: ErrorCode,
  message: string = ERRORS[code].message,
  options: { retryAfterSeconds?: number } = {},
): Reply {
  const { retryAfterSeconds } = options;
  return new Reply(
    ERRORS[code].status,
    { success: false, code, message, requestId: 'test' },
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  );
}

/** An answer that no service writes, such as the page of a proxy. */
export function malformed(status: number, body: unknown): Reply {
  return new Reply(status, body);
}
