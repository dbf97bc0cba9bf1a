import { because, type catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { lockLog, type RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { findChoice, keepOlderVersionsOut, saveChoice } from './store.ts';

/** Choices of the environment, which take precedence over those of superadmins. */
export interface DecidedAccess {
  visitors?: catalog.Visitors | undefined;
  game?: catalog.Visitors | undefined;
}

interface AccessChanges {
  visitors?: catalog.Visitors | undefined;
  game?: catalog.Visitors | undefined;
  links?: catalog.ClosedLinks | undefined;
}

/** Returns the choices that apply. */
export async function readChoice(db: Db, decided: DecidedAccess): Promise<catalog.SiteAccessChoice> {
  return withDecided(await findChoice(db), decided);
}

/**
 * Closes or opens the site and its game, and records the change; what is missing stays as it is. Returns the choices
 * that apply. Throws CONFLICT for a choice that the environment makes.
 */
export async function changeAccess(
  db: Db,
  { decided, changes }: { decided: DecidedAccess; changes: AccessChanges },
  record: RecordChange,
): Promise<catalog.SiteAccessChoice> {
  for (const part of ['visitors', 'game'] as const)
    if (decided[part] !== undefined && changes[part] !== undefined && changes[part] !== decided[part])
      throw new AppError('CONFLICT', because('site.access-decided'));
  return db.transaction().execute(async (trx) => {
    await lockLog(trx); // two changes of different parts at once are both kept
    const before = await findChoice(trx);
    const { visitors = before.visitors, game = before.game, links = before.links } = changes;
    const after = { visitors, game, links };
    const choice = withDecided(after, decided);
    await saveChoice(trx, after);
    await keepOlderVersionsOut(trx, choice.visitors);
    const action = choice.visitors === 'nobody' ? 'site.close' : 'site.open';
    await record(trx, { action, before, after });
    return choice;
  });
}

function withDecided(
  { visitors, game, links }: Omit<catalog.SiteAccessChoice, 'decided'>,
  decided: DecidedAccess,
): catalog.SiteAccessChoice {
  return {
    visitors: decided.visitors ?? visitors,
    game: decided.game ?? game,
    links,
    decided: { visitors: decided.visitors !== undefined, game: decided.game !== undefined },
  };
}
