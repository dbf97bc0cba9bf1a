import { createClient, type Call } from '@larksong/contracts';

/** Returns a client for `/internal` calls of another service. */
export function createInternalClient(options: { baseUrl: string; internalToken: string }): Call {
  return createClient({
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    headers: () => ({ 'x-internal-token': options.internalToken }),
  });
}
