import type { NestCaller } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import type { NestViewer } from '../../library/videos/viewer.ts';
import type { PermitSegments } from '../../streaming/routes.ts';
import { findRule } from '../rule-store.ts';
import { lockAll, toRow, toWindows } from './count-time.ts';
import { isLimited, mayPlayOut, toTimeState } from './time-of-day.ts';
import * as store from './time-store.ts';
import { permit } from './windows.ts';

const NONE = { from: 0, until: 0 };
/** The largest number of a segment has five digits. */
const ALL = { from: 0, until: 100_000 };

type Song = Parameters<PermitSegments>[1];

/**
 * Returns how nests get the segments of songs that they see: all of them without a limit of time, otherwise a minute ahead
 * of their reports, and none once the time is over, except of the song that is played out. `onRefused` is called for a
 * segment that is not permitted.
 */
export function createPermitSegments(deps: {
  db: Db;
  toNestViewer: (nest: NestCaller) => Promise<NestViewer>;
  onRefused: () => void;
}): PermitSegments {
  const { db, onRefused } = deps;
  return async (caller, song) => {
    const nest = await deps.toNestViewer(caller);
    const rule = await findRule(db, nest.ruleId, nest.ownerId);
    const limits = rule && store.toTimeRule(rule);
    if (!rule || !limits) return NONE;
    if (!isLimited(limits)) return ALL;
    const nowMs = await store.readClock(db);
    const player = await store.findPlayer(db, caller.sessionId);
    const day = await store.findToday(db, nest, rule, nowMs);
    const { overAtMs } = toTimeState(limits, day, nowMs, null);
    const { videoId, segment } = song;
    if (overAtMs !== null && !isPlayedOut(player, song, { overAtMs, nowMs })) return refuse(song, onRefused);
    if (segment === undefined) return NONE;
    const state = toWindows(player, nowMs);
    const known = permit(state, { videoId, segment, nowMs });
    const window = known.state === state ? known.window : await begin(db, nest, caller, song);
    if (!window || segment < window.from || segment >= window.until) onRefused();
    // A later segment of a song of which none is permitted yet.
    return window ?? { from: segment + 1, until: segment + 2 };
  };
}

function refuse({ segment }: Song, onRefused: () => void): typeof NONE {
  if (segment !== undefined) onRefused();
  return NONE;
}

function isPlayedOut(
  player: store.PlayerRow | undefined,
  { videoId, durationSeconds }: Song,
  { overAtMs, nowMs }: { overAtMs: number; nowMs: number },
): boolean {
  if (!player || player.video_id !== videoId) return false;
  return mayPlayOut({ begunMs: player.begun_at.getTime(), durationSeconds }, overAtMs, nowMs);
}

/** Begins a window, unless another request of the device has just begun one. */
async function begin(
  db: Db,
  nest: NestViewer,
  { sessionId }: NestCaller,
  { videoId, segment = 0 }: Song,
): Promise<{ from: number; until: number } | undefined> {
  return db.transaction().execute(async (trx) => {
    const { nowMs, player } = await lockAll(trx, nest, sessionId);
    const { state, window } = permit(toWindows(player, nowMs), { videoId, segment, nowMs });
    const begun = player ?? { video_id: null, begun_at: new Date(nowMs), reported_at: null };
    const { video_id, begun_at, reported_at } = begun;
    await store.savePlayer(trx, { ...toRow(state, nest, sessionId), video_id, begun_at, reported_at });
    return window;
  });
}
