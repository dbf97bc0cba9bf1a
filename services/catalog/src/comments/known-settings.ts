import type { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findSettings } from './setting-store.ts';

/** What superadmins have chosen about comments, as it was at most a second ago. */
export interface KnownSettings {
  /** Returns whether members comment on videos. */
  areOn: () => Promise<boolean>;
  /** Throws NOT_FOUND while the site has no comments; before anything else is read. */
  demand: () => Promise<catalog.CommentSettings>;
  /** Makes the next answer a new one. */
  forget: () => void;
}

/** How late another process notices a change. */
const MAX_AGE_MS = 1000;

/** Reads the settings once for simultaneous requests. */
export function createKnownSettings(db: Db): KnownSettings {
  let answer: Promise<catalog.CommentSettings> | undefined;
  let askedAt = -Infinity;

  function ask(): Promise<catalog.CommentSettings> {
    askedAt = performance.now();
    const asked = findSettings(db);
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined; // the next request asks again
    });
    return asked;
  }

  const get = () => (answer && performance.now() - askedAt < MAX_AGE_MS ? answer : ask());
  return {
    areOn: async () => (await get()).setting !== 'off',
    async demand() {
      const settings = await get();
      if (settings.setting === 'off') throw new AppError('NOT_FOUND');
      return settings;
    },
    forget: () => (answer = undefined),
  };
}
