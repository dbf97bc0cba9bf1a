import { ApiError, auth, createClient } from '@larksong/contracts';

import { isNestHere, NEST_SESSION_KEY } from './nest-here.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { NoAnswerError } from '../lib/time-limit.ts';
import { withLock } from './lock.ts';
import { isRefusal, SessionUnavailableError } from './refresh.ts';

type Kept = Pick<auth.NestSession, 'faces' | 'nestId' | 'cameBy' | 'canSwitch'>;

/** The session of nests in this browser. Without tokens it has ended; the browser stays a nest's. */
export interface Nests extends Kept {
  refreshToken: string | null;
  /** The token of the chosen nest; null if none was chosen. */
  accessToken: string | null;
}

const RESPONSE_TIMEOUT_MS = 15_000;
const ENDED: Nests = {
  refreshToken: null,
  accessToken: null,
  nestId: null,
  faces: [],
  cameBy: 'handover',
  canSwitch: false,
};

const send = createClient({ baseUrl: '' });
const nests = createStore<Nests>(readNests());
let running: Promise<Nests> | null = null;

/** Returns the session of nests and re-renders on its changes. */
export function useNests(): Nests {
  return useStore(nests);
}

/** Returns the session of nests; for code that does not render. */
export function currentNests(): Nests {
  return nests.get();
}

/** Returns the animal whose place is shown; undefined if none was chosen. */
export function findFace({ faces, nestId }: Nests): auth.NestFace | undefined {
  return faces.find(({ id }) => id === nestId);
}

/** Keeps a session that the server has just issued. From then on this browser is a nest's. */
export function keepNests(session: auth.NestSession): void {
  store({ ...session });
}

/** Forgets the session: somebody has signed in on this device by password. */
export function forgetNests(): void {
  writeStored(NEST_SESSION_KEY, null);
  nests.set(ENDED);
}

/** Ends the session here, as a grown-up has on the server. The browser stays a nest's until a password is given. */
export function endNests(): void {
  store({ ...ENDED });
}

/** Goes back to the pictures of all nests of the device. */
export function leaveNest(): void {
  store({ ...nests.get(), nestId: null, accessToken: null });
}

/** Keeps who is on the device now, as the server says while no nest is chosen: a class may have changed. */
export function keepFaces(faces: auth.NestFace[]): void {
  const present = nests.get();
  if (JSON.stringify(faces) !== JSON.stringify(present.faces)) store({ ...present, faces });
}

/** Opens one of the nests of the device. Throws if the server does not answer, or refuses it. */
export async function chooseNest(nestId: string): Promise<void> {
  const { refreshToken } = await renewNests(nests.get(), nestId);
  if (refreshToken !== null && nests.get().nestId !== nestId) throw new NoAnswerError();
}

/**
 * Exchanges the tokens for their successors, or returns those that another tab has obtained. A refusal ends the session;
 * without an answer it is kept, and a `SessionUnavailableError` is thrown.
 */
export async function renewNests(stale: Nests, nestId: string | null = stale.nestId): Promise<Nests> {
  if (running !== null && nestId === stale.nestId) return await running;
  const own = withLock('nest.refresh', () => exchange(stale, nestId)).finally(() => {
    if (running === own) running = null;
  });
  running = own;
  return await own;
}

async function exchange(stale: Nests, nestId: string | null): Promise<Nests> {
  const current = readNests();
  const isNewer = current.refreshToken !== stale.refreshToken;
  if (current.refreshToken === null || (isNewer && current.nestId === nestId)) {
    nests.set(current);
    return current;
  }
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const body = { refreshToken: current.refreshToken, nestId };
  try {
    const { data } = await send(auth.refreshNests, { body }, { signal });
    store({ ...data });
  } catch (error) {
    if (!isRefusal(error)) throw new SessionUnavailableError(error instanceof ApiError ? error : undefined);
    store({ ...ENDED });
  }
  return nests.get();
}

/** Takes over what other tabs store. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if ((key === NEST_SESSION_KEY || key === null) && isNestHere()) nests.set(readNests());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function store(session: Nests): void {
  const { refreshToken, accessToken, nestId, faces, cameBy, canSwitch } = session;
  const kept = { refreshToken, accessToken, nestId, faces, cameBy, canSwitch };
  writeStored(NEST_SESSION_KEY, JSON.stringify(kept));
  nests.set(kept);
}

/** Malformed text counts as a session that has ended. */
function readNests(): Nests {
  try {
    const value: unknown = JSON.parse(readStored(NEST_SESSION_KEY) ?? 'null');
    if (typeof value !== 'object' || value === null || !('faces' in value)) return ENDED;
    return Array.isArray(value.faces) ? { ...ENDED, ...(value as Partial<Nests>) } : ENDED; // written above
  } catch {
    return ENDED;
  }
}
