import { hasBody, type Data, type Endpoint, type Input } from './endpoint.ts';
import { isErrorCode, type ErrorCode } from './errors.ts';
import { because, type Explanation, type ReasonValues } from './reasons.ts';

/** A failed call. `status` 0 means that no response arrived; `message` is the server's sentence if there was one. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The id of the message in a translation; undefined if the server does not know reasons. May be a newer one. */
  readonly reason: string | undefined;
  /** The values that the message shows. */
  readonly values: ReasonValues;
  /** The whole answer. */
  readonly data: unknown;
  /** The present state, where the call says so. */
  readonly present: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    message: string;
    status: number;
    code?: ErrorCode;
    reason?: string;
    values?: ReasonValues;
    data?: unknown;
    present?: unknown;
    retryAfterSeconds?: number;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.reason = failure.reason;
    this.values = failure.values ?? {};
    this.data = failure.data;
    this.present = failure.present;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

interface ClientOptions {
  /** The origin without a path, for example `http://127.0.0.1:3001`; empty for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Called before every call; returns the headers to send. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export interface Answer<E extends Endpoint> {
  message: string | undefined;
  data: Data<E>;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Answer<E>>;

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Returns the path of a call with its parameters and query filled in. Omits undefined query parameters. */
export function toPath(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/** Returns a function that makes any call of the contracts. It throws `ApiError` if the call fails. */
export function createClient(options: ClientOptions): Call {
  return async (endpoint, input, callOptions = {}) => {
    const given = input as AnyInput; // Input<E> is one of these by construction
    const headers: Record<string, string> = { ...(await options.headers?.()), ...callOptions.headers };
    if (hasBody(endpoint)) headers['content-type'] = 'application/json';
    let response: Response;
    let text: string;
    try {
      response = await (options.fetch ?? fetch)(options.baseUrl + toPath(endpoint, given), {
        method: endpoint.method,
        headers,
        ...(hasBody(endpoint) ? { body: JSON.stringify(given.body) } : {}),
        ...(callOptions.signal ? { signal: callOptions.signal } : {}),
      });
      text = await response.text();
    } catch (cause) {
      if (callOptions.signal?.aborted) throw cause;
      throw new ApiError({ ...because('call.unreachable'), status: 0, cause });
    }
    const answer = parseAnswer(text);
    if (!response.ok || answer?.['success'] !== true)
      throw toApiError(answer, { status: response.status, retryAfter: response.headers.get('retry-after') });
    return { message: answer['message'] as string | undefined, data: answer['data'] as never };
  };
}

/** Returns the JSON object in a response body, or undefined if there is none; for clients with their own transport. */
export function parseAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

interface Refusal {
  status: number;
  /** The Retry-After header, in seconds. */
  retryAfter: string | null;
  /** The explanation if the server sent none. */
  fallback?: Partial<Explanation> & Pick<Explanation, 'message'>;
}

/** Returns the failure that a response describes; `answer` is the result of `parseAnswer`. */
export function toApiError(answer: Record<string, unknown> | undefined, refusal: Refusal): ApiError {
  const { status, retryAfter, fallback = because('call.failed') } = refusal;
  const retryAfterSeconds = Number(retryAfter ?? Number.NaN);
  const code = answer?.['code'];
  return new ApiError({
    ...(findExplanation(answer) ?? fallback),
    status,
    ...(isErrorCode(code) ? { code } : {}),
    data: answer,
    present: answer?.['present'],
    ...(Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  });
}

/** Returns the message of a failure with its reason and values, as far as the server sent them. */
function findExplanation(answer: Record<string, unknown> = {}) {
  const { message, reason, values } = answer;
  if (typeof message !== 'string' || message === '') return undefined;
  if (typeof reason !== 'string') return { message };
  return { message, reason, ...(isValues(values) ? { values } : {}) };
}

function isValues(values: unknown): values is ReasonValues {
  if (typeof values !== 'object' || values === null) return false;
  return Object.values(values).every((value) => typeof value === 'string' || typeof value === 'number');
}
