import { claimUnit, failUnit, heartbeatUnit, releaseUnit, type UnitAssignment } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { expireUnits } from '../src/units/fail-unit.ts';
import {
  claim,
  claimKind,
  complete,
  plan,
  publish,
  RUNGS,
  startCatalog,
  transcode,
  upload,
  type TestCatalog,
  plannedVideo,
  videoRow,
  unitRow,
} from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.db.deleteFrom('outbox').execute();
});

async function playlist(id: string, name: string): Promise<string> {
  const response = await fetch(`${catalog.url}/hls/${id}/${name}`);
  return response.status === 200 ? response.text() : `HTTP ${response.status}`;
}

const listed = (text: string) => text.split('\n').filter((line) => line.endsWith('.m4s')).length;

describe('a video in work', () => {
  it('goes from its plan through chunks, sound and pictures to completed', async () => {
    const id = await upload(catalog);
    await transcode(catalog);
    expect(await videoRow(catalog, id)).toMatchObject({
      status: 'completed',
      duration_seconds: 20,
      listed_segments: 5,
    });
    expect(await playlist(id, '480p/playlist.m3u8')).toMatch(/#EXT-X-ENDLIST\n$/);
    expect(listed(await playlist(id, 'audio/playlist.m3u8'))).toBe(5);
    expect(await claim(catalog, 'heavy')).toBeNull();
    expect(await claim(catalog, 'light')).toBeNull();
  });

  it('lists a segment once every rung has it, is playable with the first of all, and its playlists only grow', async () => {
    const id = await plannedVideo(catalog);
    const first = await claimKind(catalog, 'heavy', 'video-chunk');
    const second = await claimKind(catalog, 'heavy', 'video-chunk');
    expect([first.chunk, second.chunk]).toMatchObject([
      { firstSegment: 0, segmentCount: 1 },
      { firstSegment: 1, segmentCount: 2 },
    ]);
    await publish(catalog, second, { renditions: RUNGS, indexes: [1, 2] });
    await publish(catalog, first, { renditions: ['480p'], indexes: [0] });
    expect(await videoRow(catalog, id)).toMatchObject({ listed_segments: 0, playable_at: null });
    await publish(catalog, first, { renditions: ['360p'], indexes: [0] });
    expect(await videoRow(catalog, id)).toMatchObject({ listed_segments: 3, playable_at: null });
    expect(await playlist(id, 'master.m3u8')).toBe('HTTP 404');
    await publish(catalog, await claimKind(catalog, 'light', 'audio'), {
      renditions: ['audio'],
      indexes: [0],
    });
    const master = await playlist(id, 'master.m3u8');
    expect(master).toContain('480p/playlist.m3u8');
    const early = await playlist(id, '480p/playlist.m3u8');
    expect(listed(early)).toBe(3);
    expect(early).not.toContain('ENDLIST');
    await publish(catalog, await claimKind(catalog, 'heavy', 'video-chunk'), {
      renditions: RUNGS,
      indexes: [3, 4],
    });
    const later = await playlist(id, '480p/playlist.m3u8');
    expect(listed(later)).toBe(5);
    expect(later.startsWith(early)).toBe(true);
    expect(await playlist(id, 'master.m3u8')).toBe(master);
  });

  it('believes nothing that is not in storage', async () => {
    await plannedVideo(catalog);
    const unit = await claimKind(catalog, 'heavy', 'video-chunk');
    await publish(catalog, unit, { renditions: ['480p'], indexes: [0] });
    await complete(catalog, unit, { kind: 'video-chunk', segmentCount: 1 });
    expect(await unitRow(catalog, unit.id)).toMatchObject({
      state: 'due',
      failure_count: 1,
      error: '360p has 0 of 1 segments.',
    });

    const audio = await claimKind(catalog, 'light', 'audio');
    await publish(catalog, audio, { renditions: ['audio'], indexes: [0] });
    const [row] = await catalog.db
      .selectFrom('segments')
      .selectAll()
      .where('unit_id', '=', audio.id)
      .execute();
    await catalog.storage.put(row?.key ?? '', Buffer.from('x'));
    await complete(catalog, audio, { kind: 'audio', segmentCount: 1 });
    expect((await unitRow(catalog, audio.id)).error).toMatch(/has 1 bytes instead of/);
  });

  it('takes no segment that is not the unit’s own', async () => {
    await plannedVideo(catalog);
    const unit = await claimKind(catalog, 'heavy', 'video-chunk');
    await expect(publish(catalog, unit, { renditions: ['480p'], indexes: [3] })).rejects.toMatchObject({
      status: 400,
    });
    await expect(publish(catalog, unit, { renditions: ['audio'], indexes: [0] })).rejects.toMatchObject({
      status: 400,
    });
    const foreign = { ...unit, videoId: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1' };
    await expect(publish(catalog, foreign, { renditions: ['480p'], indexes: [0] })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('fencing', () => {
  it('lets a worker that lost its unit change nothing', async () => {
    const id = await plannedVideo(catalog);
    const stale = await claimKind(catalog, 'heavy', 'video-chunk');
    await catalog.db.transaction().execute((trx) => expireUnits(trx, -1));
    const fresh = await claimKind(catalog, 'heavy', 'video-chunk');
    expect(fresh).toMatchObject({ id: stale.id, index: 0 });
    expect(fresh.token).not.toBe(stale.token);
    expect(await publish(catalog, stale, { renditions: RUNGS, indexes: [0] })).toEqual({ stop: true });
    expect(await complete(catalog, stale, { kind: 'video-chunk', segmentCount: 1 })).toMatchObject({
      stop: true,
    });
    const body = { token: stale.token };
    expect((await catalog.internal(heartbeatUnit, { params: { id: stale.id }, body })).data.stop).toBe(true);
    expect((await catalog.internal(releaseUnit, { params: { id: stale.id }, body })).data.stop).toBe(true);
    const failure = { ...body, cause: 'input' as const, message: 'x', log: '' };
    expect((await catalog.internal(failUnit, { params: { id: stale.id }, body: failure })).data.stop).toBe(
      true,
    );
    expect(await videoRow(catalog, id)).toMatchObject({ status: 'processing', listed_segments: 0 });
    expect(await unitRow(catalog, fresh.id)).toMatchObject({
      state: 'running',
      token: fresh.token,
      death_count: 0,
      is_suspect: true,
    });
  });

  it('tells a worker to stop when its video was deleted', async () => {
    const id = await plannedVideo(catalog);
    const unit = await claimKind(catalog, 'heavy', 'video-chunk');
    const response = await fetch(`${catalog.url}/api/admin/videos/${id}/`, {
      method: 'DELETE',
      headers: catalog.superadmin.headers,
    });
    expect(response.status).toBe(200);
    expect(await publish(catalog, unit, { renditions: RUNGS, indexes: [0] })).toEqual({ stop: true });
    expect(
      (await catalog.internal(heartbeatUnit, { params: { id: unit.id }, body: { token: unit.token } })).data
        .stop,
    ).toBe(true);
  });
});

describe('the dashboard', () => {
  it('counts workers, and those of them that run ffmpeg without a sandbox', async () => {
    const count = async () => {
      const response = await fetch(`${catalog.url}/api/admin/transcoding/status`, {
        headers: catalog.superadmin.headers,
      });
      const { data } = (await response.json()) as { data: { workers: object } }; // the call's contract
      return data.workers;
    };
    for (const [workerId, sandboxed] of [
      ['a', true],
      ['b', false],
      ['b', false],
    ] as const)
      await catalog.internal(claimUnit, { body: { workerId, lane: 'light', sandboxed } });
    expect(await count()).toEqual({ count: 2, withoutSandbox: 1 });
    await sql`update workers set seen_at = now() - interval '2 minutes' where id = 'b'`.execute(catalog.db);
    expect(await count()).toEqual({ count: 1, withoutSandbox: 0 });
  });
});

describe('fairness', () => {
  it('gives two videos every second turn each, whatever their length', async () => {
    const film = await upload(catalog);
    await complete(catalog, await claimKind(catalog, 'light', 'plan'), {
      kind: 'plan',
      plan: { ...plan, durationSeconds: 400 },
    });
    await claimKind(catalog, 'heavy', 'video-chunk');
    const clip = await upload(catalog);
    const planUnit = await claim(catalog, 'light');
    expect(planUnit).toMatchObject({ kind: 'plan', videoId: clip });
    await complete(catalog, planUnit as UnitAssignment, { kind: 'plan', plan });
    const turns: string[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      turns.push((await claimKind(catalog, 'heavy', 'video-chunk')).videoId);
    expect(turns).toEqual([clip, film, clip, film, clip, film]);
  });

  it('never hands one unit to two workers', async () => {
    await upload(catalog);
    await complete(catalog, await claimKind(catalog, 'light', 'plan'), {
      kind: 'plan',
      plan: { ...plan, durationSeconds: 900 },
    });
    const units = await Promise.all(
      Array.from({ length: 30 }, (_, index) => claim(catalog, 'heavy', `worker-${index}`)),
    );
    expect(units.every(Boolean)).toBe(true);
    expect(new Set(units.map((unit) => unit?.id)).size).toBe(30);
  });
});
