import { catalog, toPath } from '@larksong/contracts';

import type { KnownVideo, Scene } from './every-state.ts';
import { CALLERS, isOpen, type Caller, type Line } from './permissions.ts';
import { rawCall, type RawAnswer } from './raw-call.ts';

/** Makes calls of the matrix as one of its callers, and records every answer. */
export interface Probe {
  answers: ReadonlyMap<Caller, string[]>;
  get: (caller: Caller, path: string, headers?: Record<string, string>) => Promise<RawAnswer>;
  /** Makes the call of a line and returns its outcome as `status code`. */
  makeCall: (line: Line, caller: Caller, id: string, headers?: Record<string, string>) => Promise<string>;
}

export function createProbe(siteUrl: string, { accounts }: Scene): Probe {
  const answers = new Map<Caller, string[]>(CALLERS.map((caller) => [caller, []]));
  const tokenOf = (caller: Caller) => (caller === 'visitor' ? undefined : accounts[caller].accessToken);
  return {
    answers,
    get: async (caller, path, headers = {}) => {
      const token = 'cookie' in headers ? undefined : tokenOf(caller);
      const answer = await rawCall(siteUrl + path, 'GET', { token, headers });
      answers.get(caller)?.push(answer.text);
      return answer;
    },
    makeCall: async (line, caller, id, headers = {}) => {
      const { endpoint } = line;
      const input = line.toInput({ caller, id }) as { body?: unknown }; // Input of the endpoint
      const url = siteUrl + toPath(endpoint, input);
      const request = { token: tokenOf(caller), headers, body: toBody(line, input.body) };
      let answer = await rawCall(url, endpoint.method, request);
      // A busy site may refuse a call; this says nothing about who may make it.
      for (let tries = 1; answer.status === 503 && endpoint.method === 'GET' && tries < 3; tries += 1)
        answer = await rawCall(url, endpoint.method, request);
      answers.get(caller)?.push(answer.text);
      return `${answer.status} ${answer.code ?? 'OK'}`;
    },
  };
}

/** Converts a body from the table, where bytes and forms are text and fields, for `rawCall`. */
function toBody({ endpoint }: Line, body: unknown): unknown {
  if (endpoint.encoding === 'binary') return Buffer.from(String(body), 'latin1');
  if (endpoint.encoding === 'json') return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, string>))
    // form fields are text
    if (value !== '') form.append(name, value);
  return form;
}

/** Returns the content of an answer without the request id and the time. */
export function substanceOf({ status, headers, text }: RawAnswer): unknown {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name));
  return { status, headers: kept, text: text.replace(/"requestId":"[^"]*"/, '') };
}

/** Returns the cookie that an authenticated answer sets for calls that cannot send headers; empty for a visitor. */
export async function streamCookieOf(probe: Probe, caller: Caller): Promise<string> {
  const { headers } = await probe.get(caller, '/api/videos?limit=1');
  return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

/** Returns the addresses of a video's stream: its playlists, and a segment if there is one. */
export async function listStreamPaths(probe: Probe, video: KnownVideo): Promise<string[]> {
  const base = `/hls/${video.id}`;
  const paths = [`${base}/master.m3u8`, `${base}/360p/playlist.m3u8`];
  if (!isOpen('superadmin', video, 'stream')) return paths;
  const playlist = (await probe.get('superadmin', `${base}/360p/playlist.m3u8`)).text;
  const segment = playlist.split('\n').find((line) => line.endsWith('.m4s'));
  if (segment === undefined) throw new Error(`no segment in the playlist of ${video.id}: ${playlist}`);
  return [...paths, `${base}/360p/${segment}`];
}

/** Returns the addresses of a video's pictures and subtitles, as its page lists them for a superadmin. */
export async function listPicturePaths({ accounts }: Scene, { id }: KnownVideo): Promise<string[]> {
  const { data } = await accounts.superadmin.call(catalog.getVideo, { params: { id } });
  const { thumbnail, storyboard, captions } = data.video;
  const urls = [thumbnail, storyboard?.url, ...captions.map(({ url }) => url)];
  return urls.filter((url) => typeof url === 'string');
}

/** Returns the addresses of everything of all videos that is not a page. */
export async function listAllPaths(
  probe: Probe,
  scene: Scene,
): Promise<Map<KnownVideo, Record<'stream' | 'pictures', string[]>>> {
  const paths = new Map<KnownVideo, Record<'stream' | 'pictures', string[]>>();
  for (const video of scene.videos)
    paths.set(video, {
      stream: await listStreamPaths(probe, video),
      pictures: await listPicturePaths(scene, video),
    });
  return paths;
}
