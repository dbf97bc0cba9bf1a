import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { decodeCursor, encodeCursor } from '../../library/videos/cursor.ts';
import type { CommentDeps } from '../write-comment.ts';
import { decideComment, toRemoval } from './decide-comment.ts';
import { decideEach } from './decide-each.ts';
import { toModerated } from './moderated-comment.ts';
import { registerMuting } from './mute-routes.ts';
import { countLists, listModerated, listPositions } from './store.ts';

/** Registers the calls of those who decide about comments: superadmins about all, teachers about those on their videos. */
export function registerModeration(register: Register, deps: CommentDeps): void {
  const { db, settings } = deps;
  registerDecisions(register, deps);
  registerMuting(register, deps);

  register(catalog.listModeration, async ({ query: { list, limit, cursor }, viewer, reply }) => {
    await settings.demand();
    reply.header('cache-control', 'no-store');
    const uploaderId = viewer.role === 'superadmin' ? null : viewer.id;
    const after = decodeCursor(cursor, 'moment');
    const [found, counts] = await Promise.all([
      listPositions(db, { list, uploaderId }, { after, limit: limit + 1 }),
      countLists(db, uploaderId),
    ]);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const rows = await listModerated(
      db,
      shown.map(({ id }) => id),
    );
    const comments = rows.map((row) => toModerated(row, viewer));
    return { data: { comments, nextCursor: last ? encodeCursor(last) : null, counts } };
  });
}

function registerDecisions(register: Register, { db, settings }: CommentDeps): void {
  register(
    catalog.decideComment,
    async ({ params: { id }, body: { revision, ...given }, viewer, record }) => {
      await settings.demand();
      const removal = toRemoval(given, viewer);
      await decideComment(db, { id, revision, removal }, { viewer, record });
      const [row] = await listModerated(db, [id]);
      if (!row) throw new AppError('ITEM_NOT_FOUND');
      return { data: { comment: toModerated(row, viewer) } };
    },
  );

  register(catalog.decideComments, async ({ body: { comments, ...given }, viewer, record, request }) => {
    await settings.demand();
    const removal = toRemoval(given, viewer);
    const decide = (one: { id: string; revision: number }) =>
      decideComment(db, { ...one, removal }, { viewer, record });
    return { data: { outcomes: await decideEach(comments, decide, request.log) } };
  });
}
