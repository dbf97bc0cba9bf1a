import type { auth } from '@larksong/contracts';
import { writeCode } from '@larksong/service-kit/codes';

import type { Db } from '../db/tables.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import type { ClassRow } from '../nests/class-store.ts';
import { listInvited } from '../nests/invitation-store.ts';
import { listCardsOf } from './cards.ts';

/** Returns classes as one of their grown-ups sees them. */
export async function toClasses(
  deps: { db: Db; keys: CardKeys },
  viewerId: string,
  rows: readonly ClassRow[],
): Promise<auth.NestClass[]> {
  const ids = rows.map(({ id }) => id);
  const cards = await listCardsOf(deps, 'class_id', ids);
  const invited = await listInvited(deps.db, 'class_id', ids);
  return rows.map((row) => {
    const { id, name, sign, hue, nestIds } = row;
    const isMine = row.ownerId === viewerId;
    const other = isMine ? row.sharedWithName : row.ownerName;
    return {
      ...{ id, name, sign, hue, isMine, nestIds },
      sharedWith: row.sharedWithId === null ? null : other,
      invited: isMine ? (invited.get(id) ?? null) : null,
      cards: cards.get(id) ?? [],
      code: toCode(row, deps.keys),
    };
  });
}

/** A code that was made with a secret that the site no longer has opens nothing either. */
function toCode({ code: stored }: ClassRow, keys: CardKeys): auth.ClassCode | null {
  const code = stored && keys.open('class', stored);
  return code
    ? { code: writeCode({ kind: 'spoken', text: code.text }), endsAt: stored.ends_at.toISOString() }
    : null;
}
