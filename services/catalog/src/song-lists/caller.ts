import { AppError, SESSION_MAX_AGE_SECONDS, type SessionDirectory, type Viewer } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import type { ToVideoViewer, VideoViewer } from '../library/videos/viewer.ts';
import { mayChangeList, mayReadList, needsSuperadmin, type ListOwner } from './access.ts';
import { findList, lockList, type ListRow } from './store.ts';

/** Returns whether auth confirms that a caller is a superadmin right now. */
export type IsConfirmed = (caller: Viewer) => Promise<boolean>;

/** Returns the check of superadmins, as strict as that of the calls that only they may make. */
export function createIsConfirmed(sessions: SessionDirectory): IsConfirmed {
  return async ({ sessionId }) => {
    const state = await sessions.get(sessionId, SESSION_MAX_AGE_SECONDS.staff);
    if (!state || state.isStale === true) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
    return state.active && state.role === 'superadmin';
  };
}

export interface CallerDeps {
  db: Db;
  toVideoViewer: ToVideoViewer;
  isConfirmed: IsConfirmed;
}

/**
 * Returns a list that a caller may read or change. Throws LIST_NOT_FOUND, the same for one of somebody else as for none,
 * and UNAVAILABLE if only a superadmin may, and auth does not confirm that the caller is one.
 */
export async function getListFor(
  deps: CallerDeps,
  id: string,
  { caller, to }: { caller: Viewer | null; to: 'read' | 'change' },
): Promise<{ list: ListRow; viewer: VideoViewer }> {
  const viewer = await deps.toVideoViewer(caller);
  const list = await findList(deps.db, id);
  if (!list) throw new AppError('LIST_NOT_FOUND');
  await checkRight(deps, list, { caller, viewer, to });
  return { list, viewer };
}

/** Throws as `getListFor` does. */
export async function checkRight(
  { isConfirmed }: Pick<CallerDeps, 'isConfirmed'>,
  list: ListOwner,
  { caller, viewer, to }: { caller: Viewer | null; viewer: VideoViewer; to: 'read' | 'change' },
): Promise<void> {
  const may = to === 'read' ? mayReadList : mayChangeList;
  if (!may(viewer, list)) throw new AppError('LIST_NOT_FOUND');
  if (needsSuperadmin(viewer, list, to) && !(caller && (await isConfirmed(caller))))
    throw new AppError('LIST_NOT_FOUND');
}

/** Locks a list that was found before. Throws LIST_NOT_FOUND if it has been deleted meanwhile; its owner never changes. */
export async function getLocked(trx: Trx, id: string): Promise<ListRow> {
  const list = await lockList(trx, id);
  if (!list) throw new AppError('LIST_NOT_FOUND');
  return list;
}
