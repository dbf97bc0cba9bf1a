import { auth, createClient } from '@larksong/contracts';

import { registerSomebody, type RunningAuth } from './start-auth.ts';

export const PIN = '4719';

/** A member with nests. */
export interface Parent extends auth.SignedIn {
  call: ReturnType<RunningAuth['callAs']>;
}

/** Registers a member, with a PIN unless none is wanted. */
export async function createParent(service: RunningAuth, pin: string | null = PIN): Promise<Parent> {
  const signedIn = await registerSomebody(service);
  const call = service.callAs(signedIn.accessToken);
  if (pin !== null) await call(auth.setNestPin, { body: { pin } });
  return { ...signedIn, call };
}

const LOOK = { animal: 'fox', ground: 'lake' } as const;

/** Makes a nest of a member. */
export async function createNest(
  { call }: Pick<Parent, 'call'>,
  body: Partial<{ nickname: string; classId: string }> = {},
): Promise<auth.Nest> {
  const { data } = await call(auth.createNest, { body: { ...LOOK, nickname: 'Juno', ...body } });
  return data.nest;
}

/** Hands the device of a member's session over. */
export async function handOver({ call }: Pick<Parent, 'call'>, nestIds: string[]): Promise<auth.NestSession> {
  return (await call(auth.handOver, { body: { nestIds } })).data;
}

/** Signs a member in on another device. */
export async function signInAgain(service: RunningAuth, { user }: auth.SignedIn, password: string) {
  const { data } = await service.call(auth.login, { body: { email: user.email, password } });
  return { ...data, call: service.callAs(data.accessToken) };
}

/** Returns the state of a session of nests as other services learn of it. */
export async function stateOf(service: RunningAuth, id: string) {
  return (await service.callInternal(auth.getNestSession, { params: { id } })).data;
}

/** Returns `ok` or the code of the failure. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: { code?: string; status?: number }) => error.code ?? String(error.status),
  );
}

/** Makes calls with a token of a door. */
export function behindDoor(service: RunningAuth, doorToken: string) {
  return createClient({
    baseUrl: service.baseUrl,
    headers: () => ({ authorization: `Bearer ${doorToken}` }),
  });
}

/** Makes a class of a member. */
export async function createClass(
  { call }: Pick<Parent, 'call'>,
  name = 'Kindergarten',
): Promise<auth.NestClass> {
  const { data } = await call(auth.createClass, { body: { name, sign: 'sun', hue: 'leaf' } });
  return data.class;
}

/** A device without an account, which keeps the cookies of its browser. */
export interface Tablet {
  /** Opens nests by a card or a short code. */
  enter: (code: string, leaves?: auth.NestSession) => Promise<auth.NestSession>;
  refresh: (session: auth.NestSession, nestId?: string) => Promise<auth.NestSession>;
  wipeCookies: () => void;
}

/** Returns a tablet, in another network than others unless one is given. */
export function createTablet({ baseUrl }: RunningAuth, given: { network?: string } = {}): Tablet {
  const digits = () => Math.floor(Math.random() * 250);
  const network = given.network ?? `198.51.${digits()}.${digits()}`;
  const cookies = new Map<string, string>();
  const call = createClient({
    baseUrl,
    headers: () => ({
      'x-forwarded-for': network,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
    async fetch(input, init) {
      const response = await fetch(input, init);
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/Max-Age=0/.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  });
  return {
    enter: async (code, leaves) => {
      const body = { code, ...(leaves ? { leaves: leaves.refreshToken } : {}) };
      return (await call(auth.enterNests, { body })).data;
    },
    refresh: async ({ refreshToken }, nestId) =>
      (await call(auth.refreshNests, { body: { refreshToken, nestId: nestId ?? null } })).data,
    wipeCookies: () => cookies.clear(),
  };
}

/** Invites a member to share a nest or a class, who accepts. */
export async function shareWith(
  { call }: Pick<Parent, 'call'>,
  place: { nest: string } | { class: string },
  other: Parent,
): Promise<void> {
  const body = { username: other.user.username };
  await ('nest' in place
    ? call(auth.shareNest, { params: { id: place.nest }, body })
    : call(auth.shareClass, { params: { id: place.class }, body }));
  const [latest] = (await other.call(auth.listNestInvitations, {})).data.invitations;
  await other.call(auth.acceptNestInvitation, { params: { id: latest?.id ?? '' } });
}
