import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { catalog as contracts } from '@larksong/contracts';
import { createTestFolder, startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const EARLY = 'const early = "plays </b> the beginning";';
const INDEX = `<!doctype html><html><head><!-- details --><!-- /details -->
<meta name="watch-files" content="/assets/early-1.js /assets/player-1.js" />
<!-- early -->
</head><body><div id="root"></div></body></html>`;
const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const MASTER = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",URI="audio/playlist.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2274090,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480,AUDIO="audio"
480p/playlist.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1354560,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,AUDIO="audio"
360p/playlist.m3u8
`;
const BEGINNING = `#EXTM3U
#EXT-X-MAP:URI="1/init/a.mp4"
#EXTINF:4.000000,
1/b/00000.m4s
`;
const MEDIA = `${BEGINNING}#EXTINF:4.000000,\n1/b/00001.m4s\n#EXT-X-ENDLIST\n`;

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let catalog: Upstream;
let gateway: RunningGateway;
let rights: { isPublic: boolean; completedAttempt?: number };
let video: object;
/** Playlists that catalog does not answer for. */
let late: RegExp | undefined;

beforeAll(async () => {
  folder = await createTestFolder();
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), INDEX);
  await writeFile(join(folder.path, 'pages.json'), '["/songs"]');
  await writeFile(join(folder.path, 'assets/early-1.js'), EARLY);
});
afterAll(() => folder?.remove());
beforeEach(async () => {
  rights = { isPublic: true, completedAttempt: 2 };
  video = { status: 'completed', duration: 12.5, playable: true, visibility: 'public' };
  late = undefined;
  catalog = await startUpstream();
  catalog.handle(({ url = '' }, response) => {
    if (late?.test(url)) return;
    if (url.endsWith('/master.m3u8')) response.end(MASTER);
    else if (url.endsWith('/playlist.m3u8')) response.end(MEDIA);
    else if (url.endsWith('/rights')) answer(response, rights);
    else answer(response, { video: { id: ID, title: 'Ducks', description: '', thumbnail: null, ...video } });
  });
  gateway = await startGateway({
    CATALOG_URL: catalog.origin,
    WEB_DIR: folder.path,
    STREAM_RIGHTS_SECONDS: '5', // twenty pages may take a second on a busy machine
  });
});
afterEach(async () => {
  await gateway.stop();
  await catalog.stop();
});

function answer(response: ServerResponse, data: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ success: true, data }));
}

async function getPage(path = `/songs?v=${ID}`) {
  const response = await fetch(gateway.baseUrl + path, { headers: { accept: 'text/html' } });
  const html = await response.text();
  const [, content = 'null'] = /<meta name="stream-start" content="([^"]*)" \/>/.exec(html) ?? [];
  const start = JSON.parse(content.replaceAll('&quot;', '"')) as contracts.StreamStart | null;
  return { html, start, policy: response.headers.get('content-security-policy') ?? '' };
}

test('the page of a public song contains the playlists up to the first segment, and the early script', async () => {
  // A page does without what comes too late, as on a busy machine, but the next one has it.
  await expect.poll(async () => Object.keys((await getPage()).start?.playlists ?? {})).toHaveLength(4);
  const { html, start, policy } = await getPage();
  expect(start).toEqual({
    status: 'completed',
    duration: 12.5,
    thumbnail: null,
    playlists: {
      'master.m3u8': MASTER,
      '480p/playlist.m3u8': BEGINNING,
      '360p/playlist.m3u8': BEGINNING,
      'audio/playlist.m3u8': BEGINNING,
    },
  });
  expect(html).toContain(`<script>${EARLY}</script>`);
  expect(policy).toContain(`'sha256-${createHash('sha256').update(EARLY).digest('base64')}'`);
});

test('catalog is asked as a visitor, once for many pages', async () => {
  await Promise.all(Array.from({ length: 20 }, () => getPage()));
  const expected = ['/api/videos/ID', ...['rights', 'master.m3u8'].map((name) => `/hls/ID/${name}`)];
  const media = ['audio', '480p', '360p'].map((rendition) => `/hls/ID/${rendition}/playlist.m3u8`);
  expect(catalog.requests.map(({ url }) => url?.replace(ID, 'ID'))).toEqual([...expected, ...media]);
  for (const { headers } of catalog.requests) expect(headers).not.toHaveProperty('authorization');
});

test.each<[string, object, object]>([
  ['that is being processed', { isPublic: true }, { status: 'processing' }],
  ['that became private a moment ago', { isPublic: false, completedAttempt: 2 }, {}],
])('a song %s has no playlists in its page', async (_name, itsRights, itsVideo) => {
  rights = itsRights as typeof rights;
  video = { ...video, ...itsVideo };
  const { start } = await getPage();
  expect(start?.playlists).toEqual({});
  expect(catalog.requests.map(({ url }) => url)).not.toContain(`/hls/${ID}/master.m3u8`);
});

test.each([
  ['is not public', { visibility: 'registered' }],
  ['cannot be played yet', { playable: false, status: 'processing' }],
])('the page of a song that %s has neither', async (_name, itsVideo) => {
  video = { ...video, ...itsVideo };
  const { html, start } = await getPage();
  expect(start).toBeNull();
  expect(html).not.toContain(EARLY);
  expect((await getPage('/songs')).html).not.toContain(EARLY);
});

test('a page does not wait longer than 300 ms for playlists, and keeps its other details', async () => {
  late = /480p/;
  const elapsedMs = startStopwatch();
  const { html, start } = await getPage();
  expect(elapsedMs()).toBeLessThan(1000);
  expect(start?.playlists).toEqual({});
  expect(html).toContain('<title>Ducks');
});
