import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';
import { writeSteadyFfmpeg } from '../support/steady-ffmpeg.ts';
import { createScene, TEACHERS_KINDS, type Scene } from './every-state.ts';
import { guestLines } from './guest-cells.ts';
import {
  createNests,
  findWrongNestCalls,
  findWrongNestStreams,
  headersOf,
  isOpenToNest,
  type KnownNest,
} from './nest-cells.ts';
import { findLeaks, LEAKS } from './nest-leaks.ts';
import { createProbe, listAllPaths, type Probe } from './probe.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';

/** Seconds of a video for each second of its encoding, as in matrix.test.ts. */
const SPEED = 10;
/** Calls that would end what other lines need. A guess of a card is counted. */
const ENDING = ['endHandOver', 'enterNests'];
/** The videos of a teacher that differ most. */
const TEACHERS = TEACHERS_KINDS.slice(0, 5);
/** Every call about a video is made about each fourth one. */
const STRIDE = 4;
const PREPARATION_MS = 1_200_000;

let site: Stack;
let scene: Scene;
let probe: Probe;
let paths: Awaited<ReturnType<typeof listAllPaths>>;
let code: string;

beforeAll(async () => {
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: SPEED }) };
  const env = { transcoder, auth: { ACCESS_TOKEN_SECONDS: '7200' } };
  site = await startSite({ workers: 1, env });
  scene = await createScene(site, TEACHERS);
  probe = createProbe(site.url, scene);
  paths = await listAllPaths(probe, scene);
  const { call } = scene.accounts.uploader;
  const own = scene.lists.find(({ owner }) => owner === 'uploader')!;
  const link = { params: { id: own.id }, body: { name: 'Grandma', showsOwn: true } };
  code = (await call(catalog.createLink, link)).data.link.code ?? '';
}, PREPARATION_MS);
afterAll(async () => {
  site?.services['transcoder-1']?.kill('SIGCONT'); // a frozen process cannot exit
  await site?.stop();
});

const put = (visitors: catalog.Visitors) =>
  scene.accounts.superadmin.call(catalog.putSiteAccess, {
    body: { visitors, game: visitors, links: 'members' },
  });

describe.each([
  ['an open site', 'everybody'],
  ['a closed site', 'nobody'],
] as const)('a nest on %s', (_name, visitors) => {
  let nests: KnownNest[];
  beforeAll(async () => {
    await put(visitors);
    const isEffective = async () =>
      (await probe.get('visitor', '/api/videos?limit=100')).text.includes('"videos":[]') ===
      (visitors === 'nobody');
    await until(isEffective, { what: 'the site is open or closed', withinSeconds: 15 });
    nests = await createNests(site.url, scene);
  }, PREPARATION_MS);

  it('gets 401 from every operation but its own, also with the token of its door or with the cookie alone', async () => {
    let cells = 0;
    for (const [index, nest] of nests.entries()) {
      const videos = scene.videos.filter((_, number) => (number + index) % STRIDE === 0);
      const found = await findWrongNestCalls(probe, guestLines(ENDING), { nest, videos });
      expect(found.wrong).toEqual([]);
      cells += found.cells;
    }
    console.log(`${cells} calls of nests and doors checked`);
  });

  it('streams and pictures what its rule names, with the cookie of its streams only', async () => {
    let cells = 0;
    for (const nest of nests) {
      const found = await findWrongNestStreams(probe, paths, nest);
      expect(found.wrong).toEqual([]);
      cells += found.cells;
    }
    console.log(`${cells} streams and pictures of nests checked`);
  });

  it('shows and counts in its rows what its rule names, and each song by its address', async () => {
    for (const nest of nests) {
      const shown = scene.videos.filter((video) => isOpenToNest(nest, video, 'list'));
      const headers = headersOf(nest, 'nest');
      const { text } = await probe.get('visitor', catalog.getNest.path, headers);
      const { rows } = (JSON.parse(text) as { data: catalog.NestPlace }).data; // as in the contract
      const ids = new Set(rows.flatMap(({ songs }) => songs.map(({ id }) => id)));
      expect([...ids].toSorted(), nest.name).toEqual(shown.map(({ id }) => id).toSorted());
      for (const { songs, songCount } of rows) expect(songCount, nest.name).toBe(songs.length);
      for (const video of scene.videos) {
        const { status } = await probe.get('visitor', `/api/nest/songs/${video.id}`, headers);
        expect(status, `${nest.name}, ${video.state}, ${video.visibility}`).toBe(
          shown.includes(video) ? 200 : 404,
        );
      }
    }
  });

  it.each(Object.keys(LEAKS))('leaks nothing through %s', async (leak) => {
    let answers = 0;
    for (const nest of nests) {
      const found = await findLeaks(probe, leak, { scene, nest, code });
      expect(found.leaks).toEqual([]);
      answers += found.answers;
    }
    console.log(`${leak}: ${answers} answers`);
    expect(answers).toBeGreaterThan(nests.length);
  });

  it('changes nothing about what it does not show, and reports no song of another row', async () => {
    for (const [index, nest] of nests.entries()) {
      const other = nests[(index + 1) % nests.length]!;
      const headers = headersOf(nest, 'nest');
      for (const video of scene.videos.filter((one) => !isOpenToNest(nest, one, 'list')).slice(0, 8)) {
        const rowId = nest.rowIds[0] ?? other.rowIds[0] ?? video.id;
        const view = { watchedDuration: 0, rowId, begins: true };
        const post = (path: string, method: string, body: unknown) =>
          rawCall(site.url + path, method, { headers, body });
        expect((await post(`/api/nest/songs/${video.id}/view`, 'POST', view)).code).toBe('VIDEO_NOT_FOUND');
        const position = await post(`/api/nest/rows/${rowId}/position`, 'PUT', { videoId: video.id });
        expect(position.code).toBe('VIDEO_NOT_FOUND');
      }
      for (const rowId of other.rowIds.slice(0, 2))
        expect((await probe.get('visitor', `/api/nest/rows/${rowId}`, headers)).status).toBe(404);
    }
  });

  it("has a door for its own rule, which opens no other and nothing of its owner's account", async () => {
    for (const [index, nest] of nests.entries()) {
      const headers = headersOf(nest, 'door');
      const own = await probe.get('visitor', `/api/door/rules/${nest.id}`, headers);
      expect(own.status, nest.name).toBe(200);
      const other = nests[(index + 1) % nests.length]!;
      expect((await probe.get('visitor', `/api/door/rules/${other.id}`, headers)).status).toBe(404);
      const faces = await probe.get('visitor', auth.listDoorNests.path, headers);
      expect(faces.status).toBe(200);
      expect(faces.text).not.toContain(other.id);
    }
  });

  it('keeps the cookie when its hand-over ends, and gets nothing more', async () => {
    for (const nest of nests) {
      const ended = await rawCall(site.url + auth.endHandOver.path, 'POST', {
        headers: headersOf(nest, 'door'),
      });
      expect(ended.status).toBe(200);
      expect(ended.headers.getSetCookie().filter((cookie) => cookie.startsWith('larksong_nest='))).toEqual(
        [],
      );
    }
    const isClosed = async () => {
      const statuses = nests.map(
        async (nest) => (await probe.get('visitor', catalog.getNest.path, headersOf(nest, 'nest'))).status,
      );
      return (await Promise.all(statuses)).every((status) => status === 401);
    };
    const seconds = await until(isClosed, { what: 'the sessions have ended', withinSeconds: 7 });
    console.log(`the sessions of ${nests.length} nests ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(5.5);
  });
});
