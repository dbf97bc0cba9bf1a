import { catalog } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { toAccountViewer, type ToVideoViewer } from '../library/videos/viewer.ts';
import { readChoice, type DecidedAccess } from './change-access.ts';
import { keepOlderVersionsOut } from './store.ts';

export interface KnownAccess {
  /** The choices of the environment. */
  decided: DecidedAccess;
  /** Returns what visitors may use, as it was at most a second ago. Rejects if the database does not answer. */
  get: () => Promise<catalog.SiteAccess>;
  /** Returns whose links to lists open on this closed site, by the same answer; null on an open one, where all do. */
  getClosedLinks: () => Promise<catalog.ClosedLinks | null>;
  /** Makes the next answer a new one. */
  forget: () => void;
  toVideoViewer: ToVideoViewer;
}

/** How late another process notices a change. */
const MAX_AGE_MS = 1000;

/** Returns the rule of the site, and keeps older versions out of the database of a closed one. */
export async function openSiteAccess(
  db: Db,
  config: { SITE_VISITORS?: catalog.Visitors; GAME_VISITORS?: catalog.Visitors },
): Promise<KnownAccess> {
  const decided = { visitors: config.SITE_VISITORS, game: config.GAME_VISITORS };
  await keepOlderVersionsOut(db, (await readChoice(db, decided)).visitors);
  return createKnownAccess(db, decided);
}

/** Reads the rule once for simultaneous requests. */
function createKnownAccess(db: Db, decided: DecidedAccess): KnownAccess {
  let answer: Promise<catalog.SiteAccessChoice> | undefined;
  let askedAt = -Infinity;

  function ask(): Promise<catalog.SiteAccessChoice> {
    askedAt = performance.now();
    const asked = readChoice(db, decided);
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined; // the next request asks again
    });
    return asked;
  }

  const getChoice = () => (answer && performance.now() - askedAt < MAX_AGE_MS ? answer : ask());
  const get = async () => catalog.toSiteAccess(await getChoice());
  return {
    decided,
    get,
    async getClosedLinks() {
      const { visitors, links } = await getChoice();
      return visitors === 'nobody' ? links : null;
    },
    forget: () => (answer = undefined),
    async toVideoViewer(viewer) {
      if (viewer) return toAccountViewer(viewer);
      return { kind: (await get()).visitors === 'nobody' ? 'stranger' : 'visitor' };
    },
  };
}
