import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '@larksong/service-kit';
import { readCode } from '@larksong/service-kit/codes';

import type { Db } from '../db/tables.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import { findCardByHash, markCardUsed } from '../nests/card-store.ts';
import { lockNests } from '../nests/device-store.ts';
import type { NestIssuer } from './issuer.ts';

/**
 * An answer that a card does not open comes no earlier, so that its time does not tell whether the code was mistyped or
 * taken back.
 */
const LEAST_MS = 250;

/** Looked up instead of a text that is no code, which takes the same time; no card has it. */
const NO_CODE = '';

/** Opens the nest of a card on a device. Throws CARD_NOT_OPEN, the same whatever the cause. */
export async function enterByCard(
  { db, issuer, keys }: { db: Db; issuer: NestIssuer; keys: CardKeys },
  { typed, userAgent }: { typed: string; userAgent: string | undefined },
): Promise<{ id: string; refreshToken: string }> {
  const least = delay(LEAST_MS);
  const code = readCode(typed);
  const text = code?.kind === 'link' ? code.text : NO_CODE;
  const started = await db.transaction().execute(async (trx) => {
    const card = await findCardByHash(trx, keys.hashesOf({ kind: 'card', text }));
    if (!card) return undefined;
    // Nests are locked before their cards, as by their deletion.
    await lockNests(trx, [card.nestId]);
    if (!(await markCardUsed(trx, card.id))) return undefined;
    const { id: cardId, nestId, ownerId: memberId } = card;
    const session = { memberId, cardId, nestIds: [nestId], canSwitch: true, userAgent };
    return issuer.start(trx, { ...session, cameBy: 'card' });
  });
  if (started) return started;
  await least;
  throw new AppError('CARD_NOT_OPEN');
}
