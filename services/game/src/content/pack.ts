import { game, type Language } from '@larksong/contracts';

import { withFurtherTables } from '../db/further-tables.ts';
import type { Db } from '../db/tables.ts';

/** The database with the tables of one pack, and the language that tells it from others in them. */
export interface PackDb {
  db: Db;
  pack: Language;
}

/** Returns the database with the tables of a pack. */
export function dbOfPack(db: Db, pack: Language): PackDb {
  return { db: pack === game.OWN_PACK ? db : withFurtherTables(db), pack };
}

/** Returns how the audit log marks a change of a further pack. */
export function toMark(pack: Language): { pack?: Language } {
  return pack === game.OWN_PACK ? {} : { pack };
}
