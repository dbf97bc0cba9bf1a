import { catalog, parseAnswer, toPath, type Data } from '@larksong/contracts';

import { readClaims, readTokens } from '../../api/tokens.ts';
import {
  fetchFile,
  hasPageStarted,
  requestEarly,
  streamEarly,
  type EarlyFile,
  type StreamedFile,
} from '../../lib/early-files.ts';
import { loadPreferences } from '../player/preferences.ts';
import { chooseStartRung, readExpectations } from '../player/start-rung.ts';
import { findDevicePosition } from '../videos/device-positions.ts';
import { chooseStart, parseTime } from '../videos/start.ts';
import { playEarly } from './early-play.ts';
import { readMaster, readMedia } from './playlists.ts';

/** Enough for a request; a token that ends sooner is renewed by the page. */
const MARGIN_MS = 30_000;

/**
 * Requests the data of a video and the files with which it starts, while the code of the page is still loading: its
 * picture, the playlists, and the first segments of picture and sound, which are played at once. `takeEarly` returns
 * them to the player. A failure is left to the page. Resolves when all files have arrived.
 */
export async function requestWatchPage(videoId: string, search: URLSearchParams): Promise<void> {
  const headers = authorize();
  if (!headers) return;
  // If the page has made the call already, taking a second response would only delay it.
  const request = hasPageStarted() ? fetchFile : requestEarly;
  const answer = request(toPath(catalog.getVideo, { params: { id: videoId } }), headers).then(toVideo);
  void answer.then((video) => video?.thumbnail && preloadPicture(video.thumbnail));
  if (!canFeed()) return;
  const master = `/hls/${encodeURIComponent(videoId)}/master.m3u8`;
  const text = toText(await requestEarly(master, headers));
  if (text === undefined) return;
  const { rungs, audioUri, audioCodec } = readMaster(text);
  const rung = rungs[chooseStartRung(rungs, 0, readExpectations(loadPreferences()))];
  const renditions = [
    { uri: rung?.uri, type: `video/mp4; codecs="${rung?.codec}"` },
    { uri: audioUri, type: `audio/mp4; codecs="${audioCodec}"` },
  ].flatMap(({ uri, type }) => {
    const address = uri && toUrl(uri, master);
    return address ? [{ address, type, playlist: requestEarly(address) }] : [];
  });
  const video = await answer;
  if (!video) return;
  const { seconds } = chooseStart(video, {
    linkSeconds: parseTime(search.get('t')),
    stoppedSeconds: readTokens() === null ? findDevicePosition(videoId) : video.resumeSeconds,
  });
  const tracks = renditions.map(({ address, type, playlist }) => ({
    type,
    files: playlist.then((file) => requestSegment(address, toText(file), seconds)),
  }));
  if (!hasPlayerStarted()) playEarly(videoId, { tracks, startSeconds: seconds, poster: video.thumbnail });
  const files = (await Promise.all(tracks.map((track) => track.files))).flat();
  await Promise.all(files.map(({ file }) => file));
}

/**
 * Returns the headers of the first request, whose response brings the cookie for the others; undefined for a session
 * that has to be renewed first.
 */
function authorize(): Record<string, string> | undefined {
  const tokens = readTokens();
  if (tokens === null) return {};
  const { expiresAtMs } = readClaims(tokens.accessToken);
  if (expiresAtMs === null || expiresAtMs - MARGIN_MS < Date.now()) return undefined;
  return { authorization: `Bearer ${tokens.accessToken}` };
}

/** Returns whether hls.js will play the stream, not the browser itself. */
function canFeed(): boolean {
  return 'MediaSource' in window || 'ManagedMediaSource' in window;
}

/** Requests the segment at a position, and what comes before it. */
function requestSegment(playlist: string, text: string | undefined, seconds: number): StreamedFile[] {
  const segment = readMedia(text ?? '').find(({ endSeconds }) => endSeconds > seconds);
  return [segment?.initUri, segment?.uri].flatMap((uri) => (uri ? streamEarly(toUrl(uri, playlist)) : []));
}

/** Returns whether the page's own player is already there. */
function hasPlayerStarted(): boolean {
  return document.querySelector('video') !== null;
}

function preloadPicture(href: string): void {
  document.head.append(
    Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'image',
      fetchPriority: 'high',
      href,
    }),
  );
}

function toVideo(file: EarlyFile | undefined): catalog.Video | undefined {
  const answer = parseAnswer(toText(file) ?? '') as { data?: Data<typeof catalog.getVideo> } | undefined; // by its contract
  return answer?.data?.video;
}

function toUrl(uri: string, base: string): string {
  return new URL(uri, new URL(base, location.href)).href;
}

function toText(file: EarlyFile | undefined): string | undefined {
  return file && new TextDecoder().decode(file.bytes);
}
