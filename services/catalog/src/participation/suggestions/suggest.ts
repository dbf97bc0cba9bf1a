import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, newId, type Viewer } from '@larksong/service-kit';

import type { Db, Trx } from '../../db/tables.ts';
import { listCharacters, toPlainText } from '../../library/plain-text.ts';
import { toAccountViewer } from '../../library/videos/viewer.ts';
import { mayChangeList } from '../../song-lists/access.ts';
import { holdVideos } from '../../song-lists/change-songs.ts';
import { getLocked } from '../../song-lists/caller.ts';
import * as store from './store.ts';

export interface SuggestDeps {
  db: Db;
  /** Returns the name that somebody chose to be shown with, or null. */
  findDisplayName: (userId: string) => Promise<string | null>;
}

/**
 * Suggests a song or a title for a list that the caller may see. Returns false if the same waits already. Throws
 * VALIDATION_FAILED, VIDEO_NOT_FOUND if the caller may not open the song, CONFLICT if the list is the caller's own, is not
 * open for suggestions, shows the song already, would not show it to its owner, or has too many suggestions, and TOO_MANY_REQUESTS.
 */
export async function suggest(
  { db, findDisplayName }: SuggestDeps,
  { listId, ...given }: { listId: string; videoId?: string; title?: string },
  caller: Viewer,
): Promise<boolean> {
  const song = toSong(given);
  const name = (await findDisplayName(caller.id)) ?? caller.username;
  const viewer = toAccountViewer(caller);
  return inTransaction(db, async (trx) => {
    if ('videoId' in song) await holdVideos(trx, [song.videoId], viewer);
    const list = await getLocked(trx, listId);
    if (mayChangeList(viewer, list)) throw new AppError('CONFLICT', because('suggestion.own-list'));
    if (!list.is_open_for_suggestions) throw new AppError('CONFLICT', because('suggestion.closed'));
    if ('videoId' in song && !(await store.isForOwner(trx, { listId, ...song })))
      throw new AppError('CONFLICT', because('suggestion.hidden'));
    if (await store.isInList(trx, { listId, song }, viewer))
      throw new AppError('CONFLICT', because('suggestion.in-list'));
    if (await store.isWaiting(trx, { listId, song })) return false;
    await refuseTooMany(trx, { listId, memberId: caller.id });
    return store.createSuggestion(trx, { id: newId(), listId, member: { id: caller.id, name }, song });
  });
}

function toSong({ videoId, title }: { videoId?: string; title?: string }): store.NewSuggestion['song'] {
  if ((videoId === undefined) === (title === undefined))
    throw new AppError('VALIDATION_FAILED', because('suggestion.either'));
  if (videoId !== undefined) return { videoId };
  const plain = toPlainText(title ?? '').replaceAll(/\s+/g, ' ');
  if (plain === '' || listCharacters(plain).length > catalog.MAX_SUGGESTED_TITLE)
    throw new AppError(
      'VALIDATION_FAILED',
      because('suggestion.title', { maximum: catalog.MAX_SUGGESTED_TITLE }),
    );
  return { title: plain };
}

async function refuseTooMany(trx: Trx, of: { listId: string; memberId: string }): Promise<void> {
  await store.lockMember(trx, of.memberId);
  const { ofList, own, today } = await store.countSuggestions(trx, of);
  if (own >= catalog.MAX_OWN_SUGGESTIONS)
    throw new AppError('CONFLICT', because('suggestion.many-own', { maximum: catalog.MAX_OWN_SUGGESTIONS }));
  if (ofList >= catalog.MAX_SUGGESTIONS) throw new AppError('CONFLICT', because('suggestion.full'));
  if (today >= catalog.DAILY_SUGGESTIONS)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      because('suggestion.many-today', { maximum: catalog.DAILY_SUGGESTIONS }),
    );
}
