import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { callAs } from './parts.ts';
import {
  INTERNAL_TOKEN,
  passHold,
  publish,
  RUNGS,
  rangeOf,
  startCatalog,
  upload,
  videoRow,
  type TestCatalog,
} from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

/** Makes a call without the types of today's contract. Returns the data of its response. */
async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/internal/units/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-token': INTERNAL_TOKEN },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: Record<string, unknown> }; // the envelope
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer.data;
}

const claimAs = async (lane: catalog.Lane) =>
  (await post('claim', { workerId: 'hut:3:c', lane }))['unit'] as catalog.UnitAssignment;

/** Reports about a unit as the first version of the worker did. */
async function report(unit: catalog.UnitAssignment, what: string, more: object = {}): Promise<void> {
  expect(await post(`${unit.id}/${what}`, { token: unit.token, ...more })).toMatchObject({ stop: false });
}

const RUNG = { frameRate: '25/1', maxBitrate: 800_000, bufferBits: 800_000, codecs: 'avc1.64001e' };
/** Without variable frame rates, levels, subtitles and chapters. */
const PLAN = {
  demuxer: 'mov',
  durationSeconds: 20,
  startSeconds: 0,
  seekable: true,
  video: {
    ...{ streamIndex: 0, codec: 'h264', width: 640, height: 360, frameRate: '25/1' },
    ...{ interlaced: false, hdr: false },
  },
  audio: { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 },
  rungs: [
    { resolution: '480p', width: 854, height: 480, ...RUNG },
    { resolution: '360p', width: 640, height: 360, ...RUNG },
  ],
};

describe('workers of an earlier version', () => {
  it('a worker of an earlier version completes a video', async () => {
    const id = await upload(service);
    await report(await claimAs('light'), 'complete', { result: { kind: 'plan', plan: PLAN } });
    await passHold(service);
    const audio = await claimAs('light');
    await publish(service, audio, { renditions: ['audio'], indexes: [0, 1, 2, 3, 4] });
    await report(audio, 'complete', { result: { kind: 'audio', segmentCount: 5 } });
    for (let unit = await claimAs('heavy'); unit; unit = await claimAs('heavy')) {
      await report(unit, 'heartbeat');
      await publish(service, unit, { renditions: RUNGS, indexes: rangeOf(unit) });
      const result = { kind: 'video-chunk', segmentCount: rangeOf(unit).length };
      await report(unit, 'complete', { result });
    }
    const extras = await claimAs('light');
    const storyboard = {
      key: catalog.extraKey(extras, 'storyboard.jpg'),
      ...{ intervalSeconds: 5, columns: 2, rows: 2, tileWidth: 160, tileHeight: 90 },
    };
    const thumbnailKey = catalog.extraKey(extras, 'thumbnail.jpg');
    for (const key of [thumbnailKey, storyboard.key]) await service.storage.put(key, Buffer.from('jpeg'));
    await report(extras, 'complete', { result: { kind: 'extras', extras: { thumbnailKey, storyboard } } });
    const finish = await claimAs('light');
    expect(finish.extraKeys).toEqual([thumbnailKey, storyboard.key]); // a newer worker must not delete them
    await report(finish, 'complete', { result: { kind: 'finish', durationSeconds: 20 } });
    expect(await videoRow(service, id)).toMatchObject({
      status: 'completed',
      extras: { thumbnailKey, storyboard },
    });
    const { data } = await callAs(service)(catalog.getVideo, { params: { id } });
    expect(data.video).toMatchObject({ chapters: [], storyboard: { intervalSeconds: 5 } });
  });

  it('a worker of an earlier version is given nothing of a film whose plan it cannot follow', async () => {
    await upload(service);
    const seams = [{ videoPackets: 250, audioPackets: 400, shiftSeconds: 10 }];
    await report(await claimAs('light'), 'complete', {
      result: { kind: 'plan', plan: { ...PLAN, version: 2, seams } },
    });
    await passHold(service);
    expect(await claimAs('light')).toBeNull();
    expect(await claimAs('heavy')).toBeNull();
    const { unit } = await post('claim', { workerId: 'hut:3:c', lane: 'heavy', planVersion: 2 });
    expect(unit).toMatchObject({ kind: 'video-chunk', plan: { seams } });
  });

  it.each([
    ['input', 'failed', 'other'],
    ['infrastructure', 'processing', null],
  ])('a failure without a code is accepted: %s', async (cause, status, code) => {
    const id = await upload(service);
    const unit = await claimAs('light');
    const verdict = await post(`${unit.id}/fail`, {
      token: unit.token,
      cause,
      message: 'It failed.',
      log: '',
    });
    expect(verdict).toHaveProperty('stop');
    expect(await videoRow(service, id)).toMatchObject({ status, failure_code: code });
  });
});
