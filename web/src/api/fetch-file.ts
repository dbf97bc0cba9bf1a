import {
  ApiError,
  because,
  parseAnswer,
  toApiError,
  toPath,
  type Endpoint,
  type Input,
} from '@larksong/contracts';

import { authorizationHeaders } from './client.ts';
import { renewTokens } from './refresh.ts';
import { READ_LIMIT_MS, withinLimit } from '../lib/time-limit.ts';
import { readTokens } from './tokens.ts';

/**
 * Makes a call whose success is a file, which must begin to arrive within 20 s. Rejects with an `ApiError`. If the token
 * has expired, it is renewed and the call is repeated.
 */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  const path = toPath(endpoint, input as Parameters<typeof toPath>[1]); // as every input of a call
  const answer = await request(endpoint, path);
  const stale = readTokens();
  if (answer.status !== 401 || stale === null || (await renewTokens(stale)) === null) return read(answer);
  return read(await request(endpoint, path));
}

async function request({ method }: Endpoint, path: string): Promise<Response> {
  return withinLimit({ limitMs: READ_LIMIT_MS, signal: undefined }, async (signal) => {
    const headers = await authorizationHeaders();
    return fetch(path, { method, headers, signal }).catch(lost);
  });
}

async function read(response: Response): Promise<Blob> {
  if (response.ok) return response.blob().catch(lost); // the file may break off
  const { status, headers } = response;
  throw toApiError(parseAnswer(await response.text()), { status, retryAfter: headers.get('retry-after') });
}

function lost(cause: unknown): never {
  throw new ApiError({ ...because('call.unreachable'), status: 0, cause });
}
