import { ApiError, auth, catalog, type Data } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text } from '../../lib/texts.ts';
import { withRow } from '../nest-rule/rule-rows.ts';

export type Look = Pick<auth.NestFace, 'animal' | 'ground'> & { nickname: string };

/**
 * Returns a function that makes a list of songs, if there are any, then a nest and its rule. If a later step fails, what
 * was made stays: saving once more does not make it twice.
 */
export function createNestSaver() {
  let list: catalog.SongList | undefined;
  let nest: auth.Nest | undefined;
  return async (look: Look, rule: catalog.NestRule, songIds: readonly string[]): Promise<void> => {
    try {
      if (songIds.length > 0) list ??= await makeList(look, songIds);
      const { data } =
        nest === undefined
          ? await call(auth.createNest, { body: look })
          : await call(auth.updateNest, { params: { id: nest.id }, body: look });
      nest = data.nest;
      const rows = list && songIds.length > 0 ? withRow([], { kind: 'list', listId: list.id }) : [];
      const body = { rule: { ...rule, rows: [...rows, ...rule.rows] }, version: 0 };
      await call(catalog.putNestRule, { params: { id: nest.id }, body });
    } finally {
      await invalidate(auth.listNests, catalog.getNestRule, catalog.listSongLists);
    }
  };
}

async function makeList({ nickname, ground }: Look, songIds: readonly string[]): Promise<catalog.SongList> {
  const name = text('nest-dialog.list-name', { name: nickname });
  const body = { name: name.slice(0, catalog.MAX_LIST_NAME), hue: ground, videoIds: [...songIds] };
  return (await call(catalog.createSongList, { body })).data.list;
}

/** Changes how a child finds its nest. */
export async function saveLook(nest: auth.Nest, look: Look): Promise<void> {
  const isSame =
    look.animal === nest.animal && look.ground === nest.ground && look.nickname === nest.nickname;
  if (isSame) return;
  try {
    await call(auth.updateNest, { params: { id: nest.id }, body: look });
  } finally {
    await invalidate(auth.listNests);
  }
}

export type RuleData = Data<typeof catalog.getNestRule>;

/** Saves a rule that was made from a version. A stale one is refused: `findPresent` says what it is by now. */
export async function saveRule(
  id: string,
  body: { rule: catalog.NestRule; version: number },
): Promise<RuleData> {
  try {
    return (await call(catalog.putNestRule, { params: { id }, body })).data;
  } finally {
    await invalidate(catalog.getNestRule, catalog.previewNest, catalog.listNestMinutes);
  }
}

/** Returns the rule that somebody else has saved meanwhile, if an error says so. */
export function findPresent(error: unknown): RuleData | null {
  const isStale = error instanceof ApiError && error.code === 'CONFLICT';
  const present = isStale ? error.present : undefined;
  const hasVersion = typeof present === 'object' && present !== null && 'version' in present;
  return hasVersion ? (present as RuleData) : null; // as the contract of the call says
}
