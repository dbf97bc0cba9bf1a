import { catalog, createClient, ApiError, type Call } from '@larksong/contracts';

import type { GuestViewer } from '../src/library/videos/viewer.ts';

/** A browser without an account, which keeps cookies by path as browsers do. */
export interface Guest {
  call: Call;
  /** Opens a link by its code, and returns its id. */
  open: (code: string, options?: { isAgain?: boolean }) => Promise<string>;
  list: (linkId: string) => Promise<catalog.GuestList>;
  /** Requests a path with the cookies that belong to it. */
  get: (path: string) => Promise<Response>;
  /** The cookies of a path, as a header. */
  cookiesOf: (path: string) => string;
  /** Makes a request and keeps the cookies of its response. */
  fetch: typeof fetch;
}

/** Keeps cookies by path, as browsers do. */
function createJar() {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  return {
    cookiesOf: (path: string): string =>
      [...jar.values()]
        .filter((cookie) => path.startsWith(cookie.path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    keep: (response: Response): void => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const path = /Path=([^;]+)/i.exec(line)?.[1] ?? '/';
        if (/Max-Age=0/i.test(line)) jar.delete(`${name} ${path}`);
        else jar.set(`${name} ${path}`, { name, value, path });
      }
    },
  };
}

interface From {
  network?: string;
  headers?: Record<string, string>;
}

/** Returns a browser at a site, in another network than others unless one is given. */
export function createGuest(url: string, { network, headers = {} }: From = {}): Guest {
  const { cookiesOf, keep } = createJar();
  const digits = () => Math.floor(Math.random() * 250);
  const address = network ?? `198.51.${digits()}.${digits()}`;

  const request: typeof fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    const sent = new Headers(init?.headers);
    for (const [name, value] of Object.entries({ ...headers, 'x-forwarded-for': address }))
      sent.set(name, value);
    const cookie = cookiesOf(path);
    if (cookie !== '') sent.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers: sent });
    keep(response);
    return response;
  };
  const call = createClient({ baseUrl: url, fetch: request });
  return {
    call,
    open: async (code, options) => (await call(catalog.openLink, { body: { code, ...options } })).data.linkId,
    list: async (linkId) => (await call(catalog.getGuestList, { params: { linkId } })).data.list,
    get: (path) => request(`${url}${path}`),
    cookiesOf,
    fetch: request,
  };
}

/** Returns the guests of all kinds of links by these makers. */
export function guestsBy(makers: { id: string }[]): GuestViewer[] {
  return (['public', 'own', 'registered'] as const).flatMap((shows) =>
    makers.map(({ id: makerId }) => ({ kind: 'guest' as const, makerId, shows })),
  );
}

/** Returns the code of the failure of a call, or `ok`. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof ApiError) return error.code ?? String(error.status);
    throw error;
  }
}
