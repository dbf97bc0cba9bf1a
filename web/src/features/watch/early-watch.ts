import { catalog, parseAnswer, toPath, type Data } from '@larksong/contracts';

import { readClaims, readTokens } from '../../api/tokens.ts';
import { hasPageStarted, keepEarly, type EarlyFile } from '../../api/early-files.ts';
import { fetchFile, requestEarly, streamEarly, type StreamedFile } from '../../api/early-requests.ts';
import { readMedia } from '../player/stream/playlists.ts';
import { chooseRenditions, MASTER, toUrl } from '../player/stream/renditions.ts';
import { findDevicePosition } from '../videos/one-video/device-positions.ts';
import { chooseStart, parseTime } from '../videos/one-video/start.ts';
import { playEarly, type EarlyTrack } from './early-play.ts';

/** Enough for a request; a token that ends sooner is renewed by the page. */
const MARGIN_MS = 30_000;

/**
 * Requests the data of a video and the files with which it starts, while the code of the page is still loading: its
 * picture, the playlists, and the first segments of picture and sound, which are played at once. The page of a public
 * video names these segments, and the playlists follow them. `takeEarly` returns the files to the player. A failure is
 * left to the page. Resolves when the segments have arrived.
 */
export async function requestWatchPage(videoId: string, search: URLSearchParams): Promise<void> {
  const headers = authorize();
  if (!headers) return;
  // If the page has made the call already, taking a second response would only delay it.
  const request = hasPageStarted() ? fetchFile : requestEarly;
  const answer = request(toPath(catalog.getVideo, { params: { id: videoId } }), headers).then(toVideo);
  void answer.then((video) => video?.thumbnail && preloadPicture(video.thumbnail));
  if (!canFeed()) return;
  const page = readStreamStart();
  const master = `/hls/${encodeURIComponent(videoId)}/${MASTER}`;
  const text = page?.playlists[MASTER] ?? toText(await requestEarly(master, headers));
  if (text === undefined) return;
  const isVisitor = readTokens() === null;
  // Where a member stopped is in the answer, not in the page.
  const known = isVisitor ? page : undefined;
  const renditions = chooseRenditions(text).map(({ uri, type }) => {
    const address = toUrl(uri, master);
    return { type, address, listed: known?.playlists[uri], playlist: known ? null : requestEarly(address) };
  });
  const video = known ?? (await answer);
  if (!video) return;
  const { seconds } = chooseStart(video, {
    linkSeconds: parseTime(search.get('t')),
    stoppedSeconds:
      'resumeSeconds' in video && !isVisitor ? video.resumeSeconds : findDevicePosition(videoId),
  });
  const notRequested = page?.playlists[MASTER] === undefined ? [] : [master];
  const tracks = renditions.map(({ type, address, listed, playlist }) => {
    const first = requestSegment(address, listed, seconds);
    if (first.length > 0) {
      notRequested.push(address);
      return { type, files: Promise.resolve(first) };
    }
    const whole = playlist ?? requestEarly(address);
    return { type, files: whole.then((file) => requestSegment(address, toText(file), seconds)) };
  });
  const loaded = whenLoaded(tracks);
  // The player will need them.
  for (const address of notRequested) keepEarly(address, fetchAfter(loaded, address, headers));
  const { status, thumbnail: poster } = video;
  const durationSeconds = status === 'completed' ? video.duration : null;
  if (!hasPlayerStarted()) playEarly(videoId, { tracks, startSeconds: seconds, durationSeconds, poster });
  await loaded;
}

async function whenLoaded(tracks: readonly EarlyTrack[]): Promise<void> {
  const files = await Promise.all(tracks.map((track) => track.files));
  await Promise.all(files.flat().map(({ file }) => file));
}

async function fetchAfter(
  first: Promise<void>,
  address: string,
  headers: Record<string, string>,
): Promise<EarlyFile | undefined> {
  await first;
  return fetchFile(address, headers);
}

/**
 * Returns the headers of the first request, whose response sets the cookie for the others; undefined for a session that
 * has to be renewed first.
 */
function authorize(): Record<string, string> | undefined {
  const tokens = readTokens();
  if (tokens === null) return {};
  const { expiresAtMs } = readClaims(tokens.accessToken);
  if (expiresAtMs === null || expiresAtMs - MARGIN_MS < Date.now()) return undefined;
  return { authorization: `Bearer ${tokens.accessToken}` };
}

/** Returns the data that the gateway wrote into the page of a public video; undefined on other pages. */
function readStreamStart(): catalog.StreamStart | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${catalog.STREAM_START}"]`);
  return meta ? (JSON.parse(meta.content) as catalog.StreamStart) : undefined; // its own form
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

function toText(file: EarlyFile | undefined): string | undefined {
  return file && new TextDecoder().decode(file.bytes);
}
