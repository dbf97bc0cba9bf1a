import {
  ApiError,
  because,
  parseAnswer,
  toApiError,
  toPath,
  type Data,
  type Endpoint,
} from '@larksong/contracts';

import { authorizationHeaders } from './client.ts';
import { renewTokens } from './refresh.ts';
import { loadServerTexts } from '../lib/server-sentences/texts.ts';
import { readTokens } from './tokens.ts';

/** A connection on which nothing has moved for this long is given up. */
const STALL_MS = 60_000;

interface SendBodyOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Reports the bytes of the body that have left this device. */
  onProgress?: (sentBytes: number) => void;
  /** The message for a failure without one from the server. */
  failure?: string;
}

/**
 * Makes a call whose body is a form or the bytes of a file; `call` makes all others. Resolves to the `data` of the
 * response. Rejects with an `ApiError`, or with the signal's reason. If the token has expired, it is renewed and the
 * body is sent once more.
 */
export async function sendBody<E extends Endpoint>(
  endpoint: E,
  body: FormData | Blob,
  options: SendBodyOptions = {},
): Promise<Data<E>> {
  const own: Record<string, string> =
    body instanceof Blob ? { 'content-type': body.type || 'application/octet-stream' } : {};
  const send = (authorization: Record<string, string>) =>
    request(endpoint, body, { ...options, headers: { ...authorization, ...own, ...options.headers } });
  try {
    return (await send(await authorizationHeaders())) as Data<E>; // typed by the contract
  } catch (error) {
    if (error instanceof ApiError) await loadServerTexts('failures');
    const stale = readTokens();
    if (!(error instanceof ApiError) || error.status !== 401 || stale === null) throw error;
    if ((await renewTokens(stale)) === null) throw error;
    return (await send(await authorizationHeaders())) as Data<E>; // as above
  }
}

/** Uses XMLHttpRequest, since `fetch` cannot report upload progress. */
function request(endpoint: Endpoint, body: FormData | Blob, options: SendBodyOptions): Promise<unknown> {
  const { params = {}, query = {}, headers = {}, signal, onProgress, failure } = options;
  const fallback = failure === undefined ? because('call.failed') : { message: failure };
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    const stop = () => xhr.abort();
    const lost = () => reject(new ApiError({ ...fallback, status: 0 }));
    let stall = setTimeout(stop, STALL_MS);
    xhr.upload.addEventListener('progress', (event) => {
      clearTimeout(stall);
      stall = setTimeout(stop, STALL_MS);
      onProgress?.(event.loaded);
    });
    xhr.addEventListener('load', () => {
      const answer = parseAnswer(xhr.responseText);
      const { status } = xhr;
      const retryAfter = xhr.getResponseHeader('retry-after');
      if (status < 300 && answer?.['success'] === true) resolve(answer['data']);
      else reject(toApiError(answer, { status, retryAfter, fallback }));
    });
    xhr.addEventListener('error', lost);
    xhr.addEventListener('abort', () => (signal?.aborted ? reject(signal.reason) : lost()));
    xhr.addEventListener('loadend', () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', stop);
    });
    signal?.addEventListener('abort', stop);
    xhr.open(endpoint.method, toPath(endpoint, { params, query }));
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    return xhr.send(body);
  });
}
