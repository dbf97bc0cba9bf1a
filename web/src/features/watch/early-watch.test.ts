import { catalog } from '@larksong/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { call } from '../../api/client.ts';
import { takeEarly } from '../../api/early-files.ts';
import { findEarlyVideo } from '../player/stream/early-video.ts';
import { MIRA, storeTokens, tokensOf } from '../../testing/accounts.ts';
import { failure, Reply } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { savePreferences } from '../player/preferences/preferences.ts';
import { requestWatchPage } from './early-watch.ts';

const song = video({ duration: 12, status: 'completed', thumbnail: null });
const root = `/hls/${song.id}`;
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
const MEDIA = `${BEGINNING}#EXTINF:4.000000,
1/b/00001.m4s
#EXTINF:4.000000,
1/b/00002.m4s
#EXT-X-ENDLIST
`;

/** A media source whose buffers record what is appended to them. */
class FakeSource extends EventTarget {
  static isTypeSupported = () => true;
  static opened: FakeSource[] = [];
  readonly appended: Record<string, string> = {};

  constructor() {
    super();
    FakeSource.opened.push(this);
    setTimeout(() => this.dispatchEvent(new Event('sourceopen')));
  }

  addSourceBuffer(type: string): EventTarget {
    return Object.assign(new EventTarget(), {
      appendBuffer: function (this: EventTarget, bytes: Uint8Array) {
        record(type, new TextDecoder().decode(bytes));
        setTimeout(() => this.dispatchEvent(new Event('updateend')));
      },
    });
  }
}

function record(type: string, text: string): void {
  const appended = FakeSource.opened.at(-1)?.appended ?? {};
  appended[type] = (appended[type] ?? '') + text;
}

let site: TestSite;

beforeEach(async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  site = await startSite();
  vi.stubGlobal('MediaSource', FakeSource);
  site.on(catalog.getVideo, () => ({ video: song }));
  site.onFile(`${root}/master.m3u8`, () => MASTER);
  for (const rendition of ['480p', '360p', 'audio']) {
    site.onFile(`${root}/${rendition}/playlist.m3u8`, () => MEDIA);
    for (const name of ['init/a.mp4', 'b/00000.m4s', 'b/00001.m4s', 'b/00002.m4s'])
      site.onFile(`${root}/${rendition}/1/${name}`, () => name);
  }
});

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.earlyFiles = undefined;
  globalThis.earlyVideo = undefined;
  FakeSource.opened = [];
  document.body.innerHTML = '';
  document.head.innerHTML = '';
  localStorage.clear();
  await site[Symbol.asyncDispose]();
});

async function request(search = ''): Promise<void> {
  await requestWatchPage(song.id, new URLSearchParams(search));
}

async function textOf(path: string): Promise<string | undefined> {
  const file = await takeEarly(root + path);
  return file && new TextDecoder().decode(file.bytes);
}

test('the playlists and the first segments of the usual rung and of the sound are loaded before they are needed', async () => {
  await request();
  expect(await textOf('/master.m3u8')).toBe(MASTER);
  for (const rendition of ['480p', 'audio']) {
    expect(await textOf(`/${rendition}/playlist.m3u8`)).toBe(MEDIA);
    expect(await textOf(`/${rendition}/1/init/a.mp4`)).toBe('init/a.mp4');
    expect(await textOf(`/${rendition}/1/b/00000.m4s`)).toBe('b/00000.m4s');
  }
  expect(site.countFile(`${root}/480p/1/b/00001.m4s`)).toBe(0);
  expect(site.countFile(`${root}/360p/playlist.m3u8`)).toBe(0);
  expect(await textOf('/master.m3u8')).toBeUndefined(); // each is taken once
});

test('a link with a time requests the segment of that time', async () => {
  await request('t=9');
  expect(await textOf('/480p/1/b/00002.m4s')).toBe('b/00002.m4s');
  expect(site.countFile(`${root}/480p/1/b/00000.m4s`)).toBe(0);
});

test('the first call of the page uses the data that was requested early, the next one asks the server', async () => {
  await request();
  const input = { params: { id: song.id } };
  expect((await call(catalog.getVideo, input)).data.video.id).toBe(song.id);
  expect(site.count(catalog.getVideo)).toBe(1);
  await call(catalog.getVideo, input);
  expect(site.count(catalog.getVideo)).toBe(2);
});

test('a signed-in viewer’s token is sent, and data for a visitor is not used for them', async () => {
  await request();
  const tokens = tokensOf(MIRA);
  storeTokens(tokens);
  await call(catalog.getVideo, { params: { id: song.id } });
  await request();
  expect(site.calls(catalog.getVideo).map(({ bearer }) => bearer)).toEqual([
    null,
    tokens.accessToken,
    tokens.accessToken,
  ]);
});

test('nothing is requested with an expired token, nor after a refusal', async () => {
  storeTokens(tokensOf(MIRA, -1));
  await request();
  expect(site.history()).toEqual([]);
  localStorage.clear();
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND', 'This video does not exist.'));
  await request();
  expect(site.countFile(`${root}/480p/1/b/00000.m4s`)).toBe(0);
});

const PAGE = '<div id="root"></div><div id="start"><img class="still" width="1600" height="900" /></div>';
const earlyElement = () => document.querySelector('#start video');

test('the first segments are played over the picture, with the sound that the viewer has chosen', async () => {
  savePreferences({ volume: 0.3, speed: 1.25 });
  document.body.innerHTML = PAGE;
  await request('t=9');
  await globalThis.earlyVideo?.whenFed;
  expect(FakeSource.opened.map(({ appended }) => appended)).toEqual([
    {
      'video/mp4; codecs="avc1.64001f"': 'init/a.mp4b/00002.m4s',
      'audio/mp4; codecs="mp4a.40.2"': 'init/a.mp4b/00002.m4s',
    },
  ]);
  const element = findEarlyVideo(song.id);
  expect(element).toMatchObject({ volume: 0.3, playbackRate: 1.25, currentTime: 9 });
  expect(earlyElement()).toBe(element);
  expect(element?.style.background).toContain('none'); // the picture is visible until there is a frame
  element?.dispatchEvent(new Event('loadeddata'));
  expect(element?.style.background).toBe('');
});

test('a video whose place is parsed only after its source is open is shown with its first frame', async () => {
  await request();
  await globalThis.earlyVideo?.whenFed;
  document.body.innerHTML = PAGE;
  expect(earlyElement()).toBeNull();
  findEarlyVideo(song.id)?.dispatchEvent(new Event('loadeddata'));
  expect(earlyElement()).not.toBeNull();
});

test('a page that does not take the video ends it', async () => {
  document.body.innerHTML = PAGE;
  await request();
  findEarlyVideo(song.id)?.dispatchEvent(new Event('loadeddata'));
  expect(earlyElement()).not.toBeNull();
  document.querySelector('#root')?.append('The page could not be loaded.');
  await vi.waitFor(() => expect(earlyElement()).toBeNull());
});

/** Writes the data of a public song into the page, as the gateway does. */
function nameBeginning(): void {
  const start: catalog.StreamStart = {
    status: 'completed',
    duration: 12,
    thumbnail: null,
    playlists: {
      'master.m3u8': MASTER,
      ...Object.fromEntries(['480p', '360p', 'audio'].map((name) => [`${name}/playlist.m3u8`, BEGINNING])),
    },
  };
  const meta = Object.assign(document.createElement('meta'), { name: catalog.STREAM_START });
  meta.content = JSON.stringify(start);
  document.head.append(meta);
}

const countPlaylists = () =>
  ['master', '480p/playlist', 'audio/playlist'].map((name) => site.countFile(`${root}/${name}.m3u8`));

test('the segments that the page names are requested before any answer, and the playlists after them', async () => {
  nameBeginning();
  let answer = () => {};
  site.on(catalog.getVideo, () => new Promise((resolve) => (answer = () => resolve({ video: song }))));
  let countsBefore: number[] = [];
  site.onFile(`${root}/480p/1/b/00000.m4s`, () => {
    countsBefore = countPlaylists();
    return 'b/00000.m4s';
  });
  await request();
  answer();
  expect(countsBefore).toEqual([0, 0, 0]);
  expect(FakeSource.opened).toHaveLength(1);
  expect(await textOf('/master.m3u8')).toBe(MASTER);
  for (const rendition of ['480p', 'audio']) {
    expect(await textOf(`/${rendition}/playlist.m3u8`)).toBe(MEDIA);
    expect(await textOf(`/${rendition}/1/b/00000.m4s`)).toBe('b/00000.m4s');
  }
});

test('a link with a later time requests the playlists, although the page names the beginning', async () => {
  nameBeginning();
  await request('t=9');
  expect(await textOf('/480p/1/b/00002.m4s')).toBe('b/00002.m4s');
  expect(site.countFile(`${root}/480p/1/b/00000.m4s`)).toBe(0);
});

test('a member resumes where they stopped, which the page does not know', async () => {
  nameBeginning();
  storeTokens(tokensOf(MIRA));
  site.on(catalog.getVideo, () => ({ video: { ...song, resumeSeconds: 11 } }));
  await request();
  expect(await textOf('/480p/1/b/00002.m4s')).toBe('b/00002.m4s');
  expect(findEarlyVideo(song.id)?.currentTime).toBe(11);
  expect(await textOf('/master.m3u8')).toBe(MASTER);
});

test('segments that are gone since the page was made are left to the player', async () => {
  nameBeginning();
  for (const rendition of ['480p', 'audio'])
    for (const name of ['init/a.mp4', 'b/00000.m4s'])
      site.onFile(`${root}/${rendition}/1/${name}`, () => new Reply(404, 'gone'));
  await request();
  expect(await textOf('/480p/1/b/00000.m4s')).toBeUndefined();
  expect(await textOf('/480p/playlist.m3u8')).toBe(MEDIA);
});
