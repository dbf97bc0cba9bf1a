import { createClient, type Call } from '@larksong/contracts';

import { traceHeaders } from '../tracing/index.ts';

/** Returns a client for `/internal` calls of another service. */
export function createInternalClient(options: { baseUrl: string; internalToken: string }): Call {
  return createClient({
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    headers: () => ({ ...traceHeaders(), 'x-internal-token': options.internalToken }),
  });
}

/** Returns a client whose calls are logged under the id of an earlier request. */
export function withRequestId(call: Call, requestId: string | null): Call {
  if (requestId === null) return call;
  return (endpoint, input, options = {}) =>
    call(endpoint, input, { ...options, headers: { 'x-request-id': requestId, ...options.headers } });
}
