import { auth, because } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';
import { makeCode, writeCode } from '@larksong/service-kit/codes';

import type { Db } from '../db/tables.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import { createNestCard, listNestCards, type CardRow } from '../nests/card-store.ts';
import { lockNests } from '../nests/device-store.ts';

/** Returns the cards of nests by nest. */
export async function listCardsOf(
  { db, keys }: { db: Db; keys: CardKeys },
  nestIds: readonly string[],
): Promise<Map<string, auth.NestCard[]>> {
  const rows = Map.groupBy(await listNestCards(db, nestIds), ({ nestId }) => nestId);
  return new Map([...rows].map(([nestId, cards]) => [nestId, cards.map((card) => toCard(card, keys))]));
}

/** Makes a card of a nest and returns its id. Throws CONFLICT if the nest has as many as possible. */
export async function makeCard(
  { db, keys }: { db: Db; keys: CardKeys },
  { nestId, label }: { nestId: string; label: string },
): Promise<string> {
  const id = newId();
  const stored = keys.store({ kind: 'card', text: makeCode('link').text });
  await db.transaction().execute(async (trx) => {
    await lockNests(trx, [nestId]);
    if (!(await createNestCard(trx, { ...stored, id, nestId, label }, auth.MAX_NEST_CARDS)))
      throw new AppError('CONFLICT', because('nest.cards-too-many', { maximum: auth.MAX_NEST_CARDS }));
  });
  return id;
}

function toCard(row: CardRow, keys: CardKeys): auth.NestCard {
  const { id, label, deviceCount } = row;
  const code = keys.open('card', row);
  return {
    ...{ id, label, deviceCount },
    code: code ? writeCode({ kind: 'link', text: code.text }) : null,
    madeAt: row.madeAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
