import { setTimeout as delay } from 'node:timers/promises';

import type { auth } from '@larksong/contracts';
import { AppError, inTransaction, toClientNetwork } from '@larksong/service-kit';
import {
  placesOf,
  readCode,
  withGuess,
  type BrowserCookies,
  type Code,
  type Guesses,
} from '@larksong/service-kit/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Db, Trx } from '../db/tables.ts';
import type { Metrics } from '../metrics.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import { findCardByHash, markCardUsed } from '../nests/card-store.ts';
import { findClassByCode } from '../nests/class-code-store.ts';
import { listLooks, lockClass } from '../nests/class-store.ts';
import { lockNests } from '../nests/device-store.ts';
import type { NestIssuer } from './issuer.ts';

/**
 * An answer that a code does not open comes no earlier, so that its time does not tell whether the code was mistyped, has
 * ended or was taken back.
 */
const LEAST_MS = 250;

/** Looked up instead of a text that is no code, which takes the same time; no card has it. */
const NO_CODE: Code = { kind: 'link', text: '' };

export interface EnterDeps {
  db: Db;
  issuer: NestIssuer;
  keys: CardKeys;
  browsers: BrowserCookies;
  guesses: Guesses;
  metrics: Pick<Metrics, 'watchOpening'>;
}

interface Started {
  id: string;
  refreshToken: string;
}

/** Of the device: what it says of itself, and which session was on it. */
interface Device {
  userAgent: string | undefined;
  leaves: string | undefined;
}

interface Exchange {
  leaves: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

const COUNTED = { link: 'card', spoken: 'class_code' } as const;

/**
 * Opens the nest or the class of a card on a device, or the class of a short code, and ends the session that was on the
 * device before. Throws CARD_NOT_OPEN, the same whatever the cause, and TOO_MANY_REQUESTS after too many wrong short codes.
 */
export function enterByCode(deps: EnterDeps, typed: string, exchange: Exchange): Promise<auth.NestSession> {
  const code = readCode(typed);
  return deps.metrics.watchOpening(code ? COUNTED[code.kind] : 'none', () =>
    enter(deps, code ?? NO_CODE, exchange),
  );
}

async function enter(
  deps: EnterDeps,
  code: Code,
  { request, reply, leaves }: Exchange,
): Promise<auth.NestSession> {
  const least = delay(LEAST_MS);
  const network = toClientNetwork(request.ip);
  const browser = deps.browsers.read(cookiesOf(request), network);
  if (browser === null) reply.header('set-cookie', deps.browsers.issue(network));
  const device = { userAgent: request.headers['user-agent'], leaves };
  const started = await (code.kind === 'spoken'
    ? withGuess(deps.guesses, placesOf({ browser, network }), () => enterByClassCode(deps, code.text, device))
    : enterByCard(deps, code.text, device));
  const session = started && (await describeOpen(deps.issuer, started));
  if (session) return session;
  await least;
  throw new AppError('CARD_NOT_OPEN');
}

/** Returns undefined if what was opened has just been deleted, or its card taken back. */
async function describeOpen(issuer: NestIssuer, started: Started): Promise<auth.NestSession | undefined> {
  return issuer.describe(started).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'INVALID_REFRESH_TOKEN') return undefined;
    throw error;
  });
}

function cookiesOf({ headers }: FastifyRequest): Record<string, string> {
  const cookies = (headers.cookie ?? '').split(';').map((part) => {
    const [name = '', ...value] = part.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  return Object.fromEntries(cookies);
}

async function enterByCard(
  { db, issuer, keys }: EnterDeps,
  text: string,
  device: Device,
): Promise<Started | undefined> {
  return inTransaction(db, async (trx) => {
    const card = await findCardByHash(trx, keys.hashesOf({ kind: 'card', text }));
    if (!card) return undefined;
    const { id: cardId, nestId, classId, ownerId: memberId, makerId } = card;
    // Classes and nests are locked before their cards, as by their deletion.
    const nestIds = classId === null ? await keepNest(trx, nestId) : await keepClass(trx, classId);
    if (!nestIds || !(await markCardUsed(trx, cardId))) return undefined;
    const session = { memberId, makerId, cardId, nestIds, canSwitch: true, ...device };
    if (classId === null) return issuer.start(trx, { ...session, cameBy: 'card' });
    return issuer.start(trx, { ...session, classId, cameBy: 'class_card' });
  });
}

async function enterByClassCode(
  { db, issuer, keys }: EnterDeps,
  text: string,
  device: Device,
): Promise<Started | undefined> {
  return inTransaction(db, async (trx) => {
    const found = await findClassByCode(trx, keys.hashesOf({ kind: 'class', text }));
    const nestIds = found && (await keepClass(trx, found.classId));
    if (!nestIds) return undefined;
    const { classId, ownerId: memberId, makerId } = found;
    const session = { memberId, makerId, classId, nestIds, canSwitch: true, ...device };
    return issuer.start(trx, { ...session, cameBy: 'class_code' });
  });
}

async function keepNest(trx: Trx, nestId: string | null): Promise<string[] | undefined> {
  return nestId !== null && (await lockNests(trx, [nestId])) > 0 ? [nestId] : undefined;
}

/** Locks a class and returns its nests, or undefined if it has been deleted. */
async function keepClass(trx: Trx, classId: string): Promise<string[] | undefined> {
  if (!(await lockClass(trx, classId, 'change'))) return undefined;
  return (await listLooks(trx, classId)).map(({ id }) => id);
}
