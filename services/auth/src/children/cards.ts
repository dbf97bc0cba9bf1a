import { auth, because } from '@larksong/contracts';
import { AppError, inTransaction, newId } from '@larksong/service-kit';
import { makeCode, writeCode } from '@larksong/service-kit/codes';

import type { Db, Trx } from '../db/tables.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import {
  countCards,
  createCards,
  deleteCard,
  listCards,
  type CardPlace,
  type CardRow,
} from '../nests/card-store.ts';
import { lockClass } from '../nests/class-store.ts';
import { lockNests } from '../nests/device-store.ts';

interface CardDeps {
  db: Db;
  keys: CardKeys;
}

/** Returns the cards of nests or classes by these. */
export async function listCardsOf(
  { db, keys }: CardDeps,
  column: CardPlace['column'],
  ids: readonly string[],
): Promise<Map<string, auth.NestCard[]>> {
  const rows = Map.groupBy(await listCards(db, column, ids), ({ placeId }) => placeId);
  return new Map([...rows].map(([id, cards]) => [id, cards.map((card) => toCard(card, keys))]));
}

const TOO_MANY = { nest_id: 'nest.cards-too-many', class_id: 'nest.class-cards-too-many' } as const;

/** Makes a card. Throws CONFLICT if there are as many as possible, or NEST_NOT_FOUND if the nest or class is gone. */
export async function makeCard(
  deps: CardDeps,
  { place, label, makerId }: { place: CardPlace; label: string; makerId: string },
): Promise<auth.NestCard> {
  const maximum = auth.MAX_NEST_CARDS;
  const id = await inTransaction(deps.db, async (trx) => {
    await lockPlace(trx, place);
    if ((await countCards(trx, place)) >= maximum)
      throw new AppError('CONFLICT', because(TOO_MANY[place.column], { maximum }));
    const [made = ''] = await addCards(trx, deps.keys, makerId, [{ place, label }]);
    return made;
  });
  const cards = (await listCardsOf(deps, place.column, [place.id])).get(place.id);
  const card = cards?.find((each) => each.id === id);
  if (!card) throw new AppError('NEST_NOT_FOUND');
  return card;
}

/** Creates cards of nests or classes that are new or locked, and returns their ids. */
export async function addCards(
  trx: Trx,
  keys: CardKeys,
  makerId: string,
  cards: readonly { place: CardPlace; label: string }[],
): Promise<string[]> {
  const rows = cards.map((card) => ({
    ...card,
    ...keys.store({ kind: 'card', text: makeCode('link').text }),
    id: newId(),
    maker_id: makerId,
  }));
  await createCards(trx, rows);
  return rows.map(({ id }) => id);
}

/** Takes a card back, and ends the devices that came by it. Throws ITEM_NOT_FOUND. */
export async function takeBackCard(db: Db, place: CardPlace, id: string): Promise<void> {
  const wasThere = await inTransaction(db, (trx) => deleteCard(trx, place, id));
  if (!wasThere) throw new AppError('ITEM_NOT_FOUND');
}

async function lockPlace(trx: Trx, { column, id }: CardPlace): Promise<void> {
  const isThere =
    column === 'nest_id'
      ? (await lockNests(trx, [id])) > 0
      : (await lockClass(trx, id, 'change')) !== undefined;
  if (!isThere) throw new AppError('NEST_NOT_FOUND');
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
