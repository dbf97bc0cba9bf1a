import { catalog, ERRORS, game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Supervised } from '../../infra/local/src/processes/processes.ts';
import { startCopy } from '../reliability/replicas.ts';
import { startSite } from '../support/start-site.ts';
import { writeSteadyFfmpeg } from '../support/steady-ffmpeg.ts';
import { createScene, nameKind, TEACHERS_KINDS, type KnownVideo, type Scene } from './every-state.ts';
import { findWrongLists } from './known-lists.ts';
import { CALLERS, isOpen, members, type Caller, type Line, type VideoKind } from './permissions.ts';
import {
  createProbe,
  listPicturePaths,
  listStreamPaths,
  streamCookieOf,
  substanceOf,
  type Probe,
} from './probe.ts';
import { findSiteProcesses } from './site-processes.ts';
import { absentId, TRUTH_TABLE } from './truth-table.ts';
import { until } from './until.ts';

/** How long a change takes at most to be effective everywhere. */
const LIMIT_SECONDS = 10;
/** Allowed duration of a round of requests on a busy machine. */
const MEASURING_SECONDS = 2;
/** Seconds of a video for each second of its encoding, as in matrix.test.ts. */
const SPEED = 10;

/** Calls that would end what other lines need, or open the site again. */
const ENDING = ['retryVideo', 'cancelVideo', 'deleteVideo', 'endOtherSessions', 'logout', 'putSiteAccess'];
const GAME_CALLS = [game.listCategories, game.dealItems, game.listWords, game.listPacks].map(
  ({ operationId }) => operationId,
);
const ASPECTS = ['stream', 'pictures'] as const;

let site: Stack;
let scene: Scene;
/** A gateway, and another one that asks another catalog. */
let origins: string[];
let probes: Probe[];
let cells = 0;
/** All kinds of videos are uploaded, and some of them transcoded. */
const PREPARATION_MS = 1_200_000;

const copies: Supervised[] = [];
const paths = new Map<KnownVideo, Record<(typeof ASPECTS)[number], string[]>>();

beforeAll(async () => {
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: SPEED }) };
  // On a busy machine, the run takes longer than a token is valid.
  const auth = { ACCESS_TOKEN_SECONDS: '7200' };
  site = await startSite({ workers: 1, env: { transcoder, auth } });
  scene = await createScene(site, TEACHERS_KINDS);
  const processes = await findSiteProcesses(site.url);
  const copyOf = async (service: string, changes = {}) => {
    const { copy, origin } = await startCopy(
      processes.find((one) => one.service === service)!,
      changes,
    );
    copies.push(copy);
    return origin;
  };
  const otherCatalog = await copyOf('catalog');
  origins = [site.url, await copyOf('gateway', { CATALOG_URL: otherCatalog })];
  probes = origins.map((origin) => createProbe(origin, scene));
  for (const video of scene.videos)
    paths.set(video, {
      stream: await listStreamPaths(probes[0]!, video),
      pictures: await listPicturePaths(scene, video),
    });
}, PREPARATION_MS);
afterAll(async () => {
  console.log(`${cells} cells checked on the closed site`);
  await Promise.all(copies.map((copy) => copy.stop()));
  site?.services['transcoder-1']?.kill('SIGCONT'); // a frozen process cannot exit
  await site?.stop();
});

const put = (body: { visitors?: catalog.Visitors; game?: catalog.Visitors }) =>
  scene.accounts.superadmin.call(catalog.putSiteAccess, { body });

/** Closes the site and its game, and forgets the answers before. */
async function closeAgain(): Promise<void> {
  await put({ visitors: 'nobody', game: 'nobody' });
  await until(async () => (await findOpen()).length === 0, {
    what: 'everything is closed to visitors again',
    withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS,
  });
  for (const probe of probes) for (const answers of probe.answers.values()) answers.length = 0;
}

/** On a closed site, a public video is for everybody what a registered one is. */
function whileClosed<Video extends VideoKind>(video: Video): Video {
  return video.visibility === 'public' ? { ...video, visibility: 'registered' } : video;
}

function expectedOf(line: Line, caller: Caller, video: VideoKind): string {
  const rule = GAME_CALLS.includes(line.endpoint.operationId) ? members() : line.expected;
  const outcome = rule(caller, whileClosed(video));
  return `${outcome === 'OK' ? line.endpoint.status : ERRORS[outcome].status} ${outcome}`;
}

/** The videos that an open site shows to visitors; one of a teacher is enough. */
const listPublic = (): KnownVideo[] =>
  scene.videos.filter(
    ({ state, visibility, approval }) =>
      visibility === 'public' && (approval ? approval === 'approved' && state === 'completed' : true),
  );

/** Returns what a visitor still gets of the public videos and the game. */
async function findOpen(): Promise<string[]> {
  const open: string[] = [];
  for (const [index, probe] of probes.entries()) {
    const note = (path: string) => void open.push(`${index}: ${path}`);
    for (const video of listPublic()) {
      for (const aspect of ASPECTS)
        for (const path of paths.get(video)?.[aspect] ?? [])
          if ((await probe.get('visitor', path)).status === 200) note(path);
      for (const path of [`/songs?v=${video.id}`, '/api/videos?limit=100'])
        if ((await probe.get('visitor', path)).text.includes(video.title)) note(path);
      if ((await probe.get('visitor', `/api/videos/${video.id}`)).status === 200) note(video.id);
    }
    if ((await probe.get('visitor', '/api/game/categories')).status === 200) note('game');
  }
  return open;
}

describe('a site that is closed', () => {
  it('a change is effective within ten seconds everywhere, with two gateways and two catalogs', async () => {
    const before = await findOpen(); // and everything that is remembered is warm
    expect(before.length).toBeGreaterThan(20);
    await put({ visitors: 'nobody', game: 'nobody' });
    const closedAfter = await until(async () => (await findOpen()).length === 0, {
      what: 'everything is closed to visitors',
      withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS,
    });
    await put({ visitors: 'everybody' });
    // Pages that catalog is late for are sent without the title.
    const withoutPages = (paths: string[]) => paths.filter((path) => !path.includes('/songs?v='));
    const openAfter = await until(
      async () => withoutPages(await findOpen()).length === withoutPages(before).length,
      { what: 'everything is open again', withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS },
    );
    await closeAgain();
    console.log(`closed after ${closedAfter.toFixed(1)} s, open after ${openAfter.toFixed(1)} s`);
  });

  it('every caller gets the answer of the table of a closed site from every operation', async () => {
    const wrong: string[] = [];
    for (const line of TRUTH_TABLE) {
      const name = line.endpoint.operationId;
      if (ENDING.includes(name)) continue;
      const kind = { state: 'completed', visibility: 'public' } as const;
      const subjects = line.about === 'video' ? scene.videos : [{ ...kind, id: undefined }];
      for (const video of subjects)
        for (const caller of CALLERS) {
          const answer = await probes[cells % 2]!.makeCall(line, caller, video.id ?? absentId());
          const expected = expectedOf(line, caller, video);
          cells += 1;
          if (answer !== expected)
            wrong.push(`${name}: ${caller}, ${nameKind(video)}: ${answer}, not ${expected}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['?limit=100', '?limit=100&sort=most_viewed'])(
    'the list (%s) shows each caller exactly the videos of the table of a closed site',
    async (query) => {
      for (const caller of CALLERS) {
        const { text } = await probes[cells % 2]!.get(caller, `/api/videos${query}`);
        for (const video of scene.videos) {
          const cell = `${caller}, ${nameKind(video)}`;
          expect(text.includes(video.id), cell).toBe(isOpen(caller, whileClosed(video), 'list'));
          cells += 1;
        }
      }
    },
  );

  it('the lists of songs show each caller exactly the videos of the table of a closed site, and visitors no list', async () => {
    for (const probe of probes)
      for (const caller of CALLERS) {
        const view = { caller, isClosed: true, asSeen: whileClosed };
        expect(await findWrongLists(probe, scene.lists, view)).toEqual([]);
        cells += scene.lists.length;
      }
    const answers = probes.flatMap((probe) => probe.answers.get('visitor') ?? []);
    expect(scene.lists.filter(({ name }) => answers.some((text) => text.includes(name)))).toEqual([]);
  });

  it.each(['token', 'cookie'])(
    'streams and pictures by %s open for each caller exactly as in the table of a closed site, and never to shared caches',
    async (by) => {
      for (const caller of CALLERS) {
        const headers: Record<string, string> =
          by === 'cookie' ? { cookie: await streamCookieOf(probes[0]!, caller) } : {};
        for (const [video, addresses] of paths)
          for (const aspect of ASPECTS)
            for (const path of addresses[aspect]) {
              const answer = await probes[cells % 2]!.get(caller, path, headers);
              const cell = `${caller}, ${nameKind(video)}: ${path}`;
              expect(answer.status, cell).toBe(isOpen(caller, whileClosed(video), aspect) ? 200 : 404);
              expect(answer.headers.get('cache-control') ?? '', cell).not.toMatch(/public|s-maxage/);
              cells += 1;
            }
      }
    },
  );

  it('the pages of the gateway name no video, and a public one cannot be distinguished from an absent one', async () => {
    for (const probe of probes)
      for (const video of scene.videos) {
        const absent = absentId();
        for (const path of [
          '/songs?v=ID',
          '/hls/ID/master.m3u8',
          '/api/videos/ID',
          '/api/videos/ID/related',
        ]) {
          const existing = substanceOf(await probe.get('visitor', path.replace('ID', video.id)));
          const missing = substanceOf(await probe.get('visitor', path.replace('ID', absent)));
          expect(JSON.stringify(existing).replaceAll(video.id, absent), path).toBe(JSON.stringify(missing));
          cells += 1;
        }
      }
    for (const path of ['/', '/songs', '/manifest.webmanifest', '/robots.txt', '/sitemap.xml'])
      await probes[0]!.get('visitor', path);
  });

  it('a video leaks its title, its tags and its counts to no visitor in any answer', async () => {
    for (const type of ['grade', 'category', 'author'])
      await probes[0]!.get('visitor', `/api/admin/videos/tags/values?type=${type}`);
    for (const { id, title, tag } of scene.videos)
      for (const path of [
        `/api/videos?limit=100&q=${encodeURIComponent(title)}`,
        `/api/videos?limit=100&q=${title.slice(-16, -1)}`,
        `/api/videos?limit=100&grade=${tag}`,
        `/api/videos/${id}/related?limit=50`,
      ])
        await probes[cells % 2]!.get('visitor', path);
    const answers = probes.flatMap((probe) => probe.answers.get('visitor') ?? []);
    const leaks = scene.videos.flatMap((video) =>
      [video.title, video.tag]
        .filter((secret) => answers.some((text) => text.includes(secret)))
        .map(() => nameKind(video)),
    );
    console.log(
      `${2 * scene.videos.length} titles and tags looked for in ${answers.length} answers to visitors`,
    );
    expect(leaks).toEqual([]);
    expect(answers.filter((text) => /"(view|like)Count":/.test(text))).toEqual([]);
  });

  it('while auth is away, also after a restart of catalog and the gateway, the site stays closed', async () => {
    const { auth } = site.services;
    auth?.kill('SIGSTOP');
    try {
      const catalogProcess = site.services['catalog'];
      const gatewayProcess = site.services['gateway'];
      catalogProcess?.kill('SIGKILL');
      gatewayProcess?.kill('SIGKILL');
      const isBack = async () =>
        (await fetch(`${site.url}/api/site/access`).catch(() => undefined))?.status === 200;
      await until(isBack, { what: 'catalog and gateway are back', withinSeconds: 120 });
      expect(await findOpen()).toEqual([]);
    } finally {
      auth?.kill('SIGCONT');
    }
  });
});
