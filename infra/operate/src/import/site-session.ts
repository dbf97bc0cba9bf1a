import {
  ApiError,
  auth,
  createClient,
  parseAnswer,
  toApiError,
  toPath,
  type Call,
  type Data,
  type Endpoint,
} from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';

import type { Login } from './find-login.ts';

interface BodyOptions {
  params?: Record<string, string>;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

/** A superadmin's session on a running site. */
export interface SiteSession {
  userId: string;
  call: Call;
  /** Makes a call whose body is a form or bytes. */
  sendBody: <E extends Endpoint>(
    endpoint: E,
    body: FormData | Uint8Array<ArrayBuffer>,
    options: BodyOptions,
  ) => Promise<Data<E>>;
  signOut: () => Promise<void>;
}

/** Time without any response after which a call counts as lost. */
const RESPONSE_TIMEOUT_MS = 120_000;

/** Signs in to a site. Throws `CommandError` if the account is not a superadmin's, and an `ApiError` otherwise. */
export async function signIn(siteUrl: string, login: Login, signal: AbortSignal): Promise<SiteSession> {
  const visit = createClient({ baseUrl: siteUrl });
  const { data: signedIn } = await visit(auth.login, { body: login }, { signal });
  if (signedIn.user.role !== 'superadmin')
    throw new CommandError(`${login.email} is not a superadmin and cannot import videos.`);
  let tokens: auth.Tokens = signedIn;
  let renewing: Promise<void> | undefined;
  /** Calls that fail at the same time share one renewal. */
  const renew = () => {
    renewing ??= visit(auth.refreshToken, { body: { refreshToken: tokens.refreshToken } })
      .then(({ data }) => {
        tokens = data;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  const headers = () => ({ authorization: `Bearer ${tokens.accessToken}` });
  const renewed = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await renew();
      return attempt();
    }
  };
  const client = createClient({ baseUrl: siteUrl, headers });
  const call: Call = (endpoint, input, options) => renewed(() => client(endpoint, input, options));
  return {
    userId: signedIn.user.id,
    call,
    sendBody: (endpoint, body, options) =>
      renewed(() =>
        send(siteUrl, endpoint, body, { ...options, headers: { ...headers(), ...options.headers } }),
      ),
    signOut: async () => {
      await client(auth.logout, {}).catch(() => {}); // the session also expires
    },
  };
}

async function send<E extends Endpoint>(
  siteUrl: string,
  endpoint: E,
  body: FormData | Uint8Array<ArrayBuffer>,
  { params = {}, headers = {}, signal }: BodyOptions,
): Promise<Data<E>> {
  const type: Record<string, string> =
    body instanceof FormData ? {} : { 'content-type': 'application/octet-stream' };
  let response: Response;
  let text: string;
  try {
    response = await fetch(siteUrl + toPath(endpoint, { params }), {
      method: endpoint.method,
      headers: { ...type, ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    text = await response.text();
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ message: 'The site could not be reached.', status: 0, cause });
  }
  const answer = parseAnswer(text);
  const { status, ok } = response;
  if (!ok || answer?.['success'] !== true)
    throw toApiError(answer, { status, retryAfter: response.headers.get('retry-after') });
  return answer['data'] as Data<E>; // typed by the contract
}
