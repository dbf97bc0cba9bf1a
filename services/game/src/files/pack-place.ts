import { game, type Language } from '@larksong/contracts';

import { dbOfPack, type PackDb } from '../content/pack.ts';
import type { Db } from '../db/tables.ts';
import { foldersOfPack, type GameFolders } from './letter-names.ts';

/** The tables and the folders of one pack. */
export type PackPlace = PackDb & GameFolders;

/** Returns the dependencies of work on a pack, by default on the site's own. */
export function inPack<Deps extends { db: Db } & GameFolders>(
  deps: Deps,
  pack: Language = game.OWN_PACK,
): Deps & PackPlace {
  return { ...deps, ...dbOfPack(deps.db, pack), ...foldersOfPack(deps, pack) };
}
