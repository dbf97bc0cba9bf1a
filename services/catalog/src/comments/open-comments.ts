import type { Call } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { createAuthors, type Authors } from './authors.ts';
import { createKnownSettings, type KnownSettings } from './known-settings.ts';
import { createLimits, type Limits } from './limits.ts';

/** What the calls about comments share. */
export interface Comments {
  settings: KnownSettings;
  authors: Authors;
  limits: Limits;
}

/** Returns what the calls about comments share. */
export function openComments({ db, auth }: { db: Db; auth: Call }): Comments {
  return { settings: createKnownSettings(db), authors: createAuthors(auth), limits: createLimits() };
}
