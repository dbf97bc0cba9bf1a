import { because } from '@larksong/contracts';
import { AppError, inTransaction } from '@larksong/service-kit';

import { getListFor, getLocked, type CallerDeps } from '../../song-lists/caller.ts';
import { addLockedSongs, holdVideos, type Editor } from '../../song-lists/change-songs.ts';
import { touchList } from '../../song-lists/store.ts';
import { findSuggestion, markDecided } from './store.ts';

/**
 * Takes a suggestion, whose song is added at the end of the list, or declines it, and returns the version of the list. One
 * that is in the list already stays where it is. Throws LIST_NOT_FOUND, ITEM_NOT_FOUND, VIDEO_NOT_FOUND if the caller may
 * not open the song, and CONFLICT if the suggestion was decided about before, or the list is full.
 */
export async function decideSuggestion(
  deps: CallerDeps,
  { listId, id, decision }: { listId: string; id: string; decision: 'take' | 'decline' },
  { caller, record }: Editor,
): Promise<number> {
  const { viewer } = await getListFor(deps, listId, { caller, to: 'change' });
  return inTransaction(deps.db, async (trx) => {
    const found = await findSuggestion(trx, { id, listId });
    if (!found) throw new AppError('ITEM_NOT_FOUND');
    const added = decision === 'take' && found.videoId !== null ? [found.videoId] : [];
    await holdVideos(trx, added, viewer);
    const list = await getLocked(trx, listId);
    const state = decision === 'take' ? 'taken' : 'declined';
    if (!(await markDecided(trx, id, { state, byId: caller.id })))
      throw new AppError('CONFLICT', because('suggestion.decided'));
    const isAdded = added.length > 0 && (await addLockedSongs(trx, list, added)).length > 0;
    const version = isAdded ? await touchList(trx, listId, 0) : list.version;
    if (list.owner_id === null)
      await record(trx, {
        action: 'list.suggestion',
        subject: { id: listId, name: list.name },
        // Without the title and the name: the log outlives the account and what it wrote.
        before: { suggestionId: id, memberId: found.memberId, videoId: found.videoId },
        after: { decision: state },
      });
    return version;
  });
}
