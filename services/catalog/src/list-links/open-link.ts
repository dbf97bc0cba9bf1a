import { setTimeout as delay } from 'node:timers/promises';

import { AppError, toClientNetwork } from '@larksong/service-kit';
import {
  placesOf,
  readCode,
  withGuess,
  type BrowserCookies,
  type Code,
  type Guesses,
} from '@larksong/service-kit/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { findOpen, type GuestDeps, type OpenLink } from './guests.ts';
import type { LinkKeys } from './link-keys.ts';
import type { LinkMetrics } from './metrics.ts';
import { countOpening, findLinkByHash } from './store.ts';

export interface OpenDeps extends GuestDeps {
  keys: LinkKeys;
  browsers: BrowserCookies;
  guesses: Guesses;
  counts: LinkMetrics;
}

const LEAST_MS = 250;

/**
 * Returns how to say that a link does not open: no earlier than a quarter of a second from now, so that the time does not
 * tell whether the code was mistyped, has ended or was taken back.
 */
export function startRefusal(): () => Promise<never> {
  const least = delay(LEAST_MS);
  return async () => {
    await least;
    throw new AppError('LINK_NOT_OPEN');
  };
}

/**
 * Opens a link for the sender of a request: sets the cookies of a guest and counts the opening. Throws LINK_NOT_OPEN, and
 * TOO_MANY_REQUESTS after too many wrong codes of the board.
 */
export function openLink(
  deps: OpenDeps,
  { code: typed, isAgain }: { code: string; isAgain: boolean },
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> {
  const code = readCode(typed);
  return deps.counts.watch(code?.kind ?? 'none', () =>
    open(deps, { code: code ?? NO_CODE, isAgain }, exchange),
  );
}

async function open(
  deps: OpenDeps,
  { code, isAgain }: { code: Code; isAgain: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> {
  reply.header('cache-control', 'no-store');
  const refuse = startRefusal();
  const network = toClientNetwork(request.ip);
  const browser = deps.browsers.read(request.cookies, network);
  if (browser === null) reply.header('set-cookie', deps.browsers.issue(network));
  const look = () => findByCode(deps, code);
  const opened = await (code.kind === 'spoken'
    ? withGuess(deps.guesses, placesOf({ browser, network }), look)
    : look());
  if (!opened) return refuse();
  const { id } = opened.link;
  const held = await deps.guestCookies.read(request.cookies);
  const isOpen = held.some(({ linkId }) => linkId === id);
  reply.header('set-cookie', await deps.guestCookies.issue(id, held)); // added to those above
  if (isAgain || isOpen) return id;
  await countOpening(deps.db, id);
  deps.counts.opened(code.kind);
  return id;
}

/** Looked up instead of a text that is no code, which takes the same time; no link has it, since it has no 16 characters. */
const NO_CODE: Code = { kind: 'link', text: '' };

/** Returns the link of a code if it opens. */
export async function findByCode(
  deps: GuestDeps & { keys: LinkKeys },
  code: Code,
): Promise<OpenLink | undefined> {
  const linkId = await findLinkByHash(deps.db, code.kind, deps.keys.hashesOf(code));
  return linkId === undefined ? undefined : findOpen(deps, linkId);
}
