import type { auth } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { signNestToken } from '../keys/access-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { endLeastUsedDevices, endNestSessionOfToken, lockNests } from '../nests/device-store.ts';
import {
  createRefreshToken,
  decideRefresh,
  deriveSuccessor,
  hashRefreshToken,
} from '../sessions/refresh-token.ts';
import {
  createNestSession,
  endNestSession,
  findNestSession,
  findNestTokenUse,
  lockNestSessionOfToken,
  rotateNestToken,
  type NestSessionRow,
} from './store.ts';

const MAX_DEVICE_LENGTH = 300;

export interface NestSessionSettings {
  /** Derived from AUTH_SECRET; derives each token's successor. */
  successorKey: Buffer;
  sessionDays: number;
  repeatSeconds: number;
  accessTokenSeconds: number;
  devicesPerNest: number;
}

/** What a new session of nests is for. */
export interface NewNestSession {
  memberId: string;
  /** Who made the card or the code by which it comes; null if that is not known. */
  makerId?: string | null;
  cameBy: auth.CameBy;
  cardId?: string;
  classId?: string;
  /** The nests that are opened: of a class, those that it has now. */
  nestIds: readonly string[];
  canSwitch: boolean;
  userAgent: string | undefined;
  /** A refresh token of the session that was on the device before; it ends. */
  leaves?: string | undefined;
}

/** The only issuer of tokens of nests. */
export interface NestIssuer {
  /** Starts a session; beyond the devices of a nest, the least recently used session ends. Returns its refresh token. */
  start(trx: Trx, session: NewNestSession): Promise<{ id: string; refreshToken: string }>;
  /** Describes a session for its device, with the token of the chosen nest. Throws INVALID_REFRESH_TOKEN if it has ended. */
  describe(given: { id: string; refreshToken: string; nestId?: string | null }): Promise<auth.NestSession>;
  /** Exchanges a refresh token for its successor. Throws INVALID_REFRESH_TOKEN. */
  refresh(refreshToken: string): Promise<{ id: string; refreshToken: string }>;
  /** Returns the active session of a refresh token, which stays as it is. Throws INVALID_REFRESH_TOKEN. */
  find(refreshToken: string): Promise<NestSessionRow>;
}

interface IssuerDeps {
  db: Db;
  keys: KeyRing;
  settings: NestSessionSettings;
}

/** Returns the issuer of tokens of nests. */
export function createNestIssuer(deps: IssuerDeps): NestIssuer {
  return {
    start: (trx, session) => start(trx, session, deps.settings),
    describe: (given) => describe(given, deps),
    refresh: (refreshToken) => refresh(deps.db, refreshToken, deps.settings),
    find: (refreshToken) => find(refreshToken, deps),
  };
}

async function start(
  trx: Trx,
  { userAgent, leaves, ...session }: NewNestSession,
  settings: NestSessionSettings,
): Promise<{ id: string; refreshToken: string }> {
  const refreshToken = createRefreshToken();
  const id = newId();
  const { nestIds, classId } = session;
  await lockNests(trx, nestIds);
  // Before the devices are counted: this one is the same.
  if (leaves !== undefined) await endNestSessionOfToken(trx, hashRefreshToken(leaves));
  await createNestSession(trx, {
    ...session,
    id,
    nestIds: classId === undefined ? nestIds : [],
    device: userAgent?.slice(0, MAX_DEVICE_LENGTH) ?? null,
    tokenHash: hashRefreshToken(refreshToken),
    lifetimeDays: settings.sessionDays,
  });
  await endLeastUsedDevices(trx, { nestIds, most: settings.devicesPerNest });
  return { id, refreshToken };
}

async function describe(
  { id, refreshToken, nestId = null }: Parameters<NestIssuer['describe']>[0],
  { db, keys, settings }: IssuerDeps,
): Promise<auth.NestSession> {
  const session = await findNestSession(db, id);
  if (!session?.isActive) throw new AppError('INVALID_REFRESH_TOKEN');
  const { cameBy, canSwitch } = session;
  const nest = chooseNest(session, nestId);
  const described = { refreshToken, faces: toFaces(session), cameBy, canSwitch };
  if (!nest) return { ...described, accessToken: null, nestId: null };
  const caller = { nestId: nest.id, ownerId: nest.ownerId, ruleId: nest.ruleId, sessionId: id };
  const accessToken = await signNestToken(await keys.signingKey(), caller, settings.accessTokenSeconds);
  return { ...described, accessToken, nestId: nest.id };
}

async function find(refreshToken: string, { db, settings }: IssuerDeps): Promise<NestSessionRow> {
  const use = await findNestTokenUse(db, hashRefreshToken(refreshToken));
  const isUsable =
    use !== undefined && (use.usedSecondsAgo === null || use.usedSecondsAgo <= settings.repeatSeconds);
  const session = isUsable ? await findNestSession(db, use.sessionId) : undefined;
  if (!session?.isActive) throw new AppError('INVALID_REFRESH_TOKEN');
  return session;
}

/** The chosen nest; without a choice the only one, except on the tablet of a class. */
function chooseNest({ nests, cameBy }: NestSessionRow, nestId: string | null) {
  if (nestId !== null) return nests.find(({ id }) => id === nestId);
  return nests.length === 1 && !isOfClass(cameBy) ? nests[0] : undefined;
}

/** Returns the faces of a session; on the tablet of a class without nicknames. */
export function toFaces({ nests, cameBy }: NestSessionRow): auth.NestFace[] {
  return nests.map(({ id, animal, ground, nickname }) => ({
    id,
    animal,
    ground,
    nickname: isOfClass(cameBy) ? null : nickname,
  }));
}

function isOfClass(cameBy: auth.CameBy): boolean {
  return cameBy === 'class_card' || cameBy === 'class_code';
}

/** Exchanges a token as `refreshSession` does for members. */
async function refresh(
  db: Db,
  token: string,
  settings: NestSessionSettings,
): Promise<{ id: string; refreshToken: string }> {
  const successor = deriveSuccessor(token, settings.successorKey);
  const [hash, successorHash] = [hashRefreshToken(token), hashRefreshToken(successor)];
  const id = await db.transaction().execute(async (trx) => {
    const locked = await lockNestSessionOfToken(trx, hash);
    // Read after the lock, since its previous holder may have used the token or ended the session.
    const session = locked && (await findNestSession(trx, locked.id));
    const use = locked && (await findNestTokenUse(trx, hash));
    if (!session?.isActive || !use) return undefined;
    const successorUse = await findNestTokenUse(trx, successorHash);
    const decision = decideRefresh({
      usedSecondsAgo: use.usedSecondsAgo,
      isSuccessorUsed: successorUse !== undefined && successorUse.usedSecondsAgo !== null,
      repeatSeconds: settings.repeatSeconds,
    });
    if (decision === 'revoke') {
      await endNestSession(trx, session.id);
      return undefined;
    }
    const lifetimeDays = settings.sessionDays;
    if (decision === 'rotate')
      await rotateNestToken(trx, { sessionId: session.id, hash, successorHash, lifetimeDays });
    return session.id;
  });
  // Thrown outside the transaction, so that the end of a session is committed.
  if (id === undefined) throw new AppError('INVALID_REFRESH_TOKEN');
  return { id, refreshToken: successor };
}
