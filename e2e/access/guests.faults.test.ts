import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';
import { writeSteadyFfmpeg } from '../support/steady-ffmpeg.ts';
import { createScene, type Scene } from './every-state.ts';
import {
  createGuests,
  findWrongGuestCalls,
  findWrongGuestLists,
  findWrongGuestStreams,
  guestLines,
  isOpenToGuest,
  type KnownGuest,
} from './guest-cells.ts';
import type { VideoKind } from './permissions.ts';
import { createProbe, listAllPaths, type Probe } from './probe.ts';
import { until } from './until.ts';

/** Seconds of a video for each second of its encoding, as in matrix.test.ts. */
const SPEED = 10;
/** Calls that would end what other lines need, or open the site again. */
const ENDING = ['retryVideo', 'cancelVideo', 'deleteVideo', 'endOtherSessions', 'logout', 'putSiteAccess'];

let site: Stack;
let scene: Scene;
let probe: Probe;
let guests: KnownGuest[];
let paths: Awaited<ReturnType<typeof listAllPaths>>;

beforeAll(async () => {
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: SPEED }) };
  site = await startSite({ workers: 1, env: { transcoder } });
  scene = await createScene(site, []);
  probe = createProbe(site.url, scene);
  paths = await listAllPaths(probe, scene);
});
afterAll(async () => {
  site?.services['transcoder-1']?.kill('SIGCONT'); // a frozen process cannot exit
  await site?.stop();
});

const put = (body: { visitors?: catalog.Visitors; links?: catalog.ClosedLinks }) =>
  scene.accounts.superadmin.call(catalog.putSiteAccess, { body });

const SITES = [
  ['an open site', { visitors: 'everybody', links: 'nobody' }, <V extends VideoKind>(video: V): V => video],
  [
    'a closed site',
    { visitors: 'nobody', links: 'members' },
    <V extends VideoKind>(video: V): V =>
      video.visibility === 'public' ? { ...video, visibility: 'registered' } : video,
  ],
] as const;

describe.each(SITES)('a guest on %s', (_name, access, asSeen) => {
  beforeAll(async () => {
    await put(access);
    const isClosed = access.visitors === 'nobody';
    const path = '/api/videos?limit=100';
    const isEffective = async () =>
      (await probe.get('visitor', path)).text.includes('"videos":[]') === isClosed;
    await until(isEffective, { what: 'the site is open or closed', withinSeconds: 15 });
    guests = await createGuests(site.url, scene);
    for (const answers of probe.answers.values()) answers.length = 0;
  });

  it('gets the answer of a visitor from every operation', async () => {
    for (const guest of guests) {
      const view = { guest, asSeen };
      expect(await findWrongGuestCalls(probe, guestLines(ENDING), { videos: scene.videos, view })).toEqual(
        [],
      );
    }
  });

  it('streams what visitors and the link show, and nothing else', async () => {
    for (const guest of guests)
      expect(await findWrongGuestStreams(probe, paths, { guest, asSeen })).toEqual([]);
  });

  it('sees the list of the link and no other one', async () => {
    for (const guest of guests) {
      const others = guests.filter((other) => other !== guest);
      expect(await findWrongGuestLists(probe, scene.videos, { guest, others })).toEqual([]);
    }
  });

  it('finds no title beyond that in any answer, page and file of the gateway', async () => {
    const guest = guests.at(-1);
    if (!guest) throw new Error('there is no guest');
    const answers: string[] = [];
    const read = async (path: string) => answers.push((await probe.get('visitor', path, guest.headers)).text);
    const pages = ['/', '/songs', '/lists', '/s', `/s/${guest.code}`, '/manifest.webmanifest', '/robots.txt'];
    for (const path of [...pages, '/api/lists', '/api/videos?limit=100', `/api/links/${guest.linkId}`])
      await read(path);
    for (const { id, title, tag } of scene.videos)
      for (const path of [
        `/songs?v=${id}`,
        `/api/videos/${id}`,
        `/api/videos/${id}/related?limit=50`,
        `/api/videos?limit=100&q=${encodeURIComponent(title)}`,
        `/api/videos?limit=100&grade=${tag}`,
        `/hls/${id}/rights`,
      ])
        await read(path);
    const view = { guest, asSeen };
    const leaks = scene.videos
      .filter((video) => !isOpenToGuest(video, 'list', view) && !isOpenToGuest(video, 'pictures', view))
      .filter(({ title, tag }) => answers.some((text) => text.includes(title) || text.includes(tag)));
    console.log(`${scene.videos.length} titles and tags looked for in ${answers.length} answers to a guest`);
    expect(leaks.map(({ state, visibility }) => `${state} ${visibility}`)).toEqual([]);
  });
});
