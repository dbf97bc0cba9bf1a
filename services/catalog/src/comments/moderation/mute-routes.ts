import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Register } from '@larksong/service-kit';

import { decodeCursor, encodeCursor } from '../../library/videos/cursor.ts';
import { nameOf } from '../comment.ts';
import type { CommentDeps } from '../write-comment.ts';
import { listMuted, saveMute } from './mute-store.ts';

/** Registers the calls by which superadmins mute authors, and find those who are. */
export function registerMuting(register: Register, { db, settings, authors }: CommentDeps): void {
  register(catalog.listMutedAuthors, async ({ query: { cursor, limit }, reply }) => {
    await settings.demand();
    reply.header('cache-control', 'no-store');
    const found = await listMuted(db, { after: decodeCursor(cursor, 'moment'), limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const position = last && { id: last.id, value: String(last.muted_at?.getTime() ?? 0) };
    const muted = shown.map((row) => ({
      ...{ id: row.id, name: nameOf(row), mute: row.mute },
      mutedAt: row.muted_at?.toISOString() ?? null,
    }));
    return { data: { authors: muted, nextCursor: position ? encodeCursor(position) : null } };
  });

  register(catalog.muteAuthor, async ({ params: { id }, body: { mute }, record }) => {
    await settings.demand();
    const author = mute === 'none' ? null : await authors.get(id);
    if (author?.role === 'superadmin') throw new AppError('CONFLICT', because('comment.author-decides'));
    await inTransaction(db, async (trx) => {
      const muted = await saveMute(trx, id, mute);
      if (!muted) throw new AppError('USER_NOT_FOUND');
      const { before, username: name } = muted;
      if (before === mute) return;
      await record(trx, {
        action: 'comment.mute',
        subject: { id, name },
        before: { mute: before },
        after: { mute },
      });
    });
    return { data: { mute } };
  });
}
