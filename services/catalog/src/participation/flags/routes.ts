import { catalog } from '@larksong/contracts';
import { AppError, inTransaction, toClientNetwork, type Register, type Viewer } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { decodeCursor, encodeCursor } from '../../library/videos/cursor.ts';
import { thumbnailOf } from '../../library/videos/media-paths.ts';
import { findAccessRules } from '../../library/videos/read-store.ts';
import { toSubject } from '../../library/videos/video.ts';
import type { ToVideoViewer } from '../../library/videos/viewer.ts';
import { canFind, canWatch } from '../../library/videos/visibility.ts';
import type { ViewerKeys } from '../../library/views/viewer-key.ts';
import type { ToNestViewer } from '../../nests/caller.ts';
import type { NestCarers } from '../../nests/carers.ts';
import { makeFlag, toFlagText, type FlagDeps } from './make-flag.ts';
import { registerNestFlags } from './nest-flags.ts';
import { toKeptError } from './player-error.ts';
import {
  countOpen,
  dropNotices,
  listFlags,
  lockFlag,
  markClosed,
  type FlagRow,
  type ToldRow,
} from './store.ts';

interface FlagRouteDeps extends FlagDeps {
  viewerKeys: ViewerKeys;
  toVideoViewer: ToVideoViewer;
  nests: { carers: NestCarers; toNestViewer: ToNestViewer };
}

/** Registers the calls by which viewers and nests flag songs, and grown-ups read the flags and close them. */
export function registerFlags(register: Register, deps: FlagRouteDeps): void {
  const { db, viewerKeys } = deps;
  register(catalog.flagVideo, async ({ params, body, viewer: caller, request }) => {
    const viewer = await deps.toVideoViewer(caller);
    const video = await findAccessRules(db, params.id, viewer);
    if (!video || !canWatch(viewer, video)) throw new AppError('VIDEO_NOT_FOUND');
    const network = toClientNetwork(request.ip);
    const visitor = { network, userAgent: request.headers['user-agent'] ?? '' };
    const viewerKey = viewerKeys(caller ? { userId: caller.id } : visitor);
    const isNew = await makeFlag(deps, {
      ...{ videoId: params.id, kind: body.kind, playerError: toKeptError(body), nest: null },
      text: toFlagText(body.text, caller !== null),
      // A visitor of a school's network cannot use up what its members have.
      ...{ viewerKey, sourceKey: caller ? viewerKey : viewerKeys({ network }) },
      member: caller && { id: caller.id, username: caller.username },
    });
    return { data: { isNew } };
  });

  register(catalog.flagNestSong, async ({ params: { videoId }, body, caller }) => {
    const nest = await deps.nests.toNestViewer(caller);
    const video = await findAccessRules(db, videoId, nest);
    if (!video || !canFind(nest, video)) throw new AppError('VIDEO_NOT_FOUND');
    const viewerKey = viewerKeys({ nestId: nest.nestId });
    const isNew = await makeFlag(deps, {
      ...{ videoId, kind: body.kind, text: '', playerError: toKeptError(body), member: null },
      ...{ viewerKey, sourceKey: viewerKey },
      nest: { id: nest.nestId, ownerId: nest.ownerId },
    });
    return { data: { isNew } };
  });
  registerLists(register, deps);
  registerNestFlags(register, { db, carers: deps.nests.carers });
}

/** Returns whose videos a caller looks after: all (null) as a superadmin, or the own ones. */
function scopeOf({ id, role }: Viewer): string | null {
  return role === 'superadmin' ? null : id;
}

function registerLists(register: Register, { db }: { db: Db }): void {
  register(catalog.listFlags, async ({ query, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const of = scopeOf(viewer);
    const { list, limit } = query;
    const after = decodeCursor(query.cursor, 'moment');
    const [found, { open }] = await Promise.all([
      listFlags(db, { of, list, after, limit: limit + 1 }),
      countOpen(db, of),
    ]);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last ? encodeCursor({ id: last.id, value: String(last.at.getTime()) }) : null;
    return { data: { flags: shown.map(toFlag), nextCursor, openCount: open } };
  });

  register(catalog.closeFlag, async ({ params, body, viewer: by, record }) => {
    const closedCount = await inTransaction(db, async (trx) => {
      const flag = await lockFlag(trx, params.id, scopeOf(by));
      if (!flag) throw new AppError('ITEM_NOT_FOUND');
      const count = await markClosed(trx, flag, { ...body, by });
      if (count === 0) return 0;
      await dropNotices(trx, flag.video.id);
      const { kind, video } = flag;
      await record(trx, {
        action: 'video.close-flag',
        subject: toSubject(video),
        before: { kind },
        after: { closed: count },
      });
      return count;
    });
    return { data: { closedCount } };
  });
}

function toFlag(row: FlagRow): catalog.Flag {
  const { kind, alikeCount } = row;
  const thumbnail = thumbnailOf({
    id: row.videoId,
    own_thumbnail_id: row.ownThumbnailId,
    extras: row.extras,
  });
  return {
    ...toTold(row),
    ...{ kind, alikeCount, alike: row.alike.map(toTold) },
    video: { id: row.videoId, title: row.title, thumbnail },
    closed: row.closedAt && { at: row.closedAt.toISOString(), by: row.closedBy ?? '' },
  };
}

function toTold({ id, at, text, playerError, memberId, memberName }: ToldRow | FlagRow['alike'][number]) {
  const by = memberId === null ? null : { id: memberId, name: memberName };
  return { id, at: new Date(at).toISOString(), text, playerError, by };
}
