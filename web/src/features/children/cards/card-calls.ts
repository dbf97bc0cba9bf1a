import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/invalidate.ts';

/** Of what a card is: a nest, or a whole class. */
export interface CardOwner {
  kind: 'nest' | 'class';
  id: string;
}

export async function makeCard({ kind, id }: CardOwner, label: string): Promise<auth.NestCard> {
  try {
    const endpoint = kind === 'nest' ? auth.makeNestCard : auth.makeClassCard;
    return (await call(endpoint, { params: { id }, body: { label } })).data.card;
  } finally {
    await refresh();
  }
}

/** Takes a card back for good. One that is gone already counts as taken back. */
export async function takeBackCard({ kind, id }: CardOwner, cardId: string): Promise<void> {
  try {
    const endpoint = kind === 'nest' ? auth.takeBackNestCard : auth.takeBackClassCard;
    await call(endpoint, { params: { id, cardId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ITEM_NOT_FOUND')) throw error;
  } finally {
    await refresh();
  }
}

function refresh(): Promise<void> {
  return invalidate(auth.listNests, auth.listClasses);
}
