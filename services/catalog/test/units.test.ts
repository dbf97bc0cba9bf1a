import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { units } from '../src/transcoding/units/leases.ts';
import {
  claim,
  claimKind,
  complete,
  passHold,
  plan,
  publish,
  RUNGS,
  startCatalog,
  transcode,
  transcodeUntilFinish,
  upload,
  type TestCatalog,
  plannedVideo,
  videoRow,
  unitRow,
} from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.db.deleteFrom('outbox').execute();
});

async function playlist(id: string, name: string): Promise<string> {
  const response = await fetch(`${service.url}/hls/${id}/${name}`);
  return response.status === 200 ? response.text() : `HTTP ${response.status}`;
}

const listed = (text: string) => text.split('\n').filter((line) => line.endsWith('.m4s')).length;

describe('a video in work', () => {
  it('a video proceeds from its plan through chunks, sound and pictures to completion', async () => {
    const id = await upload(service);
    await transcode(service);
    expect(await videoRow(service, id)).toMatchObject({
      status: 'completed',
      duration_seconds: 20,
      listed_segments: 5,
    });
    expect(await playlist(id, '480p/playlist.m3u8')).toMatch(/#EXT-X-ENDLIST\n$/);
    expect(listed(await playlist(id, 'audio/playlist.m3u8'))).toBe(5);
    expect(await claim(service, 'heavy')).toBeNull();
    expect(await claim(service, 'light')).toBeNull();
  });

  it('a worker that plans a video knows what a drawing for it may be about', async () => {
    const id = await upload(service, { title: 'Five ducks' });
    await service.db
      .insertInto('video_tags')
      .values({ video_id: id, tag_type: 'category', tag_value: 'animals' })
      .execute();
    const unit = await claimKind(service, 'light', 'plan');
    expect(unit.about).toEqual({ title: 'Five ducks', tags: ['animals'] });
  });

  it('a video lists a segment once every rung has it, is playable with the first, and its playlists only grow', async () => {
    const id = await plannedVideo(service);
    const first = await claimKind(service, 'heavy', 'video-chunk');
    const second = await claimKind(service, 'heavy', 'video-chunk');
    expect([first.chunk, second.chunk]).toMatchObject([
      { firstSegment: 0, segmentCount: 1 },
      { firstSegment: 1, segmentCount: 2 },
    ]);
    await publish(service, second, { renditions: RUNGS, indexes: [1, 2] });
    await publish(service, first, { renditions: ['480p'], indexes: [0] });
    expect(await videoRow(service, id)).toMatchObject({ listed_segments: 0, playable_at: null });
    const report = await publish(service, first, { renditions: ['360p'], indexes: [0] });
    expect(report).toEqual({ stop: false, playable: false });
    expect(await videoRow(service, id)).toMatchObject({ listed_segments: 3, playable_at: null });
    expect(await playlist(id, 'master.m3u8')).toBe('HTTP 404');
    const audio = await claimKind(service, 'light', 'audio');
    expect(await publish(service, audio, { renditions: ['audio'], indexes: [0] })).toEqual({
      stop: false,
      playable: true,
    });
    const master = await playlist(id, 'master.m3u8');
    expect(master).toContain('480p/playlist.m3u8');
    const early = await playlist(id, '480p/playlist.m3u8');
    expect(listed(early)).toBe(3);
    expect(early).not.toContain('ENDLIST');
    await publish(service, await claimKind(service, 'heavy', 'video-chunk'), {
      renditions: RUNGS,
      indexes: [3, 4],
    });
    const later = await playlist(id, '480p/playlist.m3u8');
    expect(listed(later)).toBe(5);
    expect(later.startsWith(early)).toBe(true);
    expect(await playlist(id, 'master.m3u8')).toBe(master);
  });

  it('a unit fails if its reported objects are missing or incomplete in storage', async () => {
    await plannedVideo(service);
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    await publish(service, unit, { renditions: ['480p'], indexes: [0] });
    await complete(service, unit, { kind: 'video-chunk', segmentCount: 1 });
    expect(await unitRow(service, unit.id)).toMatchObject({
      state: 'due',
      failure_count: 1,
      error: '360p has 0 of 1 segments.',
    });

    const audio = await claimKind(service, 'light', 'audio');
    await publish(service, audio, { renditions: ['audio'], indexes: [0] });
    const [row] = await service.db
      .selectFrom('segments')
      .selectAll()
      .where('unit_id', '=', audio.id)
      .execute();
    await service.storage.put(row?.key ?? '', Buffer.from('x'));
    await complete(service, audio, { kind: 'audio', segmentCount: 1 });
    expect((await unitRow(service, audio.id)).error).toMatch(/has 1 bytes instead of/);
  });

  it('segments that do not belong to the unit are refused', async () => {
    await plannedVideo(service);
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    await expect(publish(service, unit, { renditions: ['480p'], indexes: [3] })).rejects.toMatchObject({
      status: 400,
    });
    await expect(publish(service, unit, { renditions: ['audio'], indexes: [0] })).rejects.toMatchObject({
      status: 400,
    });
    const foreign = { ...unit, videoId: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1' };
    await expect(publish(service, foreign, { renditions: ['480p'], indexes: [0] })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('fencing', () => {
  it('segments and results of a worker whose lease is lost are kept out of the video', async () => {
    const id = await plannedVideo(service);
    const stale = await claimKind(service, 'heavy', 'video-chunk');
    await service.db.transaction().execute((trx) => units.expire(trx, -1));
    const fresh = await claimKind(service, 'heavy', 'video-chunk');
    expect(fresh).toMatchObject({ id: stale.id, index: 0 });
    expect(await publish(service, stale, { renditions: RUNGS, indexes: [0] })).toEqual({ stop: true });
    expect(await complete(service, stale, { kind: 'video-chunk', segmentCount: 1 })).toEqual({ stop: true });
    expect(await videoRow(service, id)).toMatchObject({ status: 'processing', listed_segments: 0 });
    expect(await unitRow(service, fresh.id)).toMatchObject({ state: 'running', token: fresh.token });
  });

  it('a worker is told to stop after its video was deleted', async () => {
    const id = await plannedVideo(service);
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    const response = await fetch(`${service.url}/api/admin/videos/${id}/`, {
      method: 'DELETE',
      headers: service.superadmin.headers,
    });
    expect(response.status).toBe(200);
    expect(await publish(service, unit, { renditions: RUNGS, indexes: [0] })).toEqual({ stop: true });
    expect(
      (
        await service.internal(catalog.heartbeatUnit, {
          params: { id: unit.id },
          body: { token: unit.token },
        })
      ).data.stop,
    ).toBe(true);
  });
});

describe('the dashboard', () => {
  it('the dashboard counts workers, and those that run ffmpeg without a sandbox', async () => {
    const count = async () => {
      const response = await fetch(`${service.url}/api/admin/transcoding/status`, {
        headers: service.superadmin.headers,
      });
      const { data } = (await response.json()) as { data: { workers: { list: object } } }; // the call's contract
      const { list: _list, ...counts } = data.workers;
      return counts;
    };
    for (const [workerId, sandboxed] of [
      ['a', true],
      ['b', false],
      ['b', false],
    ] as const)
      await service.internal(catalog.claimUnit, { body: { workerId, lane: 'light', sandboxed } });
    expect(await count()).toEqual({ count: 2, withoutSandbox: 1 });
    await sql`update workers set seen_at = now() - interval '2 minutes' where id = 'b'`.execute(service.db);
    expect(await count()).toEqual({ count: 1, withoutSandbox: 0 });
  });
});

describe('fairness', () => {
  it('two videos take alternate turns, whatever their length', async () => {
    const film = await upload(service);
    await complete(service, await claimKind(service, 'light', 'plan'), {
      kind: 'plan',
      plan: { ...plan, durationSeconds: 400 },
    });
    await passHold(service);
    await claimKind(service, 'heavy', 'video-chunk');
    const clip = await upload(service);
    const planUnit = await claim(service, 'light');
    expect(planUnit).toMatchObject({ kind: 'plan', videoId: clip });
    await complete(service, planUnit as catalog.UnitAssignment, { kind: 'plan', plan });
    await passHold(service);
    const turns: string[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      turns.push((await claimKind(service, 'heavy', 'video-chunk')).videoId);
    expect(turns).toEqual([clip, film, clip, film, clip, film]);
  });

  it('a unit is never assigned to two workers', async () => {
    await upload(service);
    await complete(service, await claimKind(service, 'light', 'plan'), {
      kind: 'plan',
      plan: { ...plan, durationSeconds: 900 },
    });
    await passHold(service);
    const units = await Promise.all(
      Array.from({ length: 30 }, (_, index) => claim(service, 'heavy', `worker-${index}`)),
    );
    expect(units.every(Boolean)).toBe(true);
    expect(new Set(units.map((unit) => unit?.id)).size).toBe(30);
  });
});

describe('the first segment', () => {
  const wakeUps = async () => (await service.db.selectFrom('outbox').select('unit_id').execute()).length;

  it('only the sound and the first chunk are due until the video is playable', async () => {
    await upload(service);
    await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan });
    const first = await claimKind(service, 'heavy', 'video-chunk');
    const audio = await claimKind(service, 'light', 'audio');
    expect(first.chunk).toMatchObject({ firstSegment: 0, segmentCount: 1 });
    expect([await claim(service, 'heavy'), await claim(service, 'light')]).toEqual([null, null]);
    await publish(service, first, { renditions: RUNGS, indexes: [0] });
    expect([await claim(service, 'heavy'), await claim(service, 'light')]).toEqual([null, null]);
    const before = await wakeUps();
    await publish(service, audio, { renditions: ['audio'], indexes: [0] });
    expect((await wakeUps()) - before).toBe(3); // two chunks and the pictures
    await claimKind(service, 'heavy', 'video-chunk');
    await claimKind(service, 'heavy', 'video-chunk');
    await claimKind(service, 'light', 'extras');
  });

  it('a unit that waits for another try keeps its pause when the video becomes playable', async () => {
    await plannedVideo(service);
    const [first, second] = [
      await claimKind(service, 'heavy', 'video-chunk'),
      await claimKind(service, 'heavy', 'video-chunk'),
    ];
    await complete(service, second, { kind: 'video-chunk', segmentCount: 2 });
    const { due_at: dueAt } = await unitRow(service, second.id);
    expect(dueAt.getTime()).toBeGreaterThan(Date.now());
    await publish(service, first, { renditions: RUNGS, indexes: [0] });
    await publish(service, await claimKind(service, 'light', 'audio'), {
      renditions: ['audio'],
      indexes: [0],
    });
    expect((await unitRow(service, second.id)).due_at).toEqual(dueAt);
  });
});

describe('the storyboard', () => {
  const tiles = { intervalSeconds: 2, columns: 10, rows: 1, tileWidth: 160, tileHeight: 90 };

  it('the storyboard of the finish unit is added to the thumbnail of the video', async () => {
    await upload(service);
    const finish = await transcodeUntilFinish(service);
    const key = catalog.extraKey(finish, 'storyboard.jpg');
    await service.storage.put(key, Buffer.from('jpeg'));
    const storyboard = { key, ...tiles };
    await complete(service, finish, { kind: 'finish', durationSeconds: 20, storyboard });
    const { status, extras } = await videoRow(service, finish.videoId);
    expect(status).toBe('completed');
    expect(extras).toEqual({ thumbnailKey: expect.stringMatching(/thumbnail\.jpg$/), storyboard });
  });

  it('a storyboard that is not in storage fails the finish unit, so that it is tried again', async () => {
    await upload(service);
    const finish = await transcodeUntilFinish(service);
    const storyboard = { key: catalog.extraKey(finish, 'storyboard.jpg'), ...tiles };
    await complete(service, finish, { kind: 'finish', durationSeconds: 20, storyboard });
    expect((await videoRow(service, finish.videoId)).status).toBe('processing');
    expect(await unitRow(service, finish.id)).toMatchObject({
      state: 'due',
      error: 'A picture is not in storage.',
    });
  });
});
