import type { StreamedFile } from '../../api/early-requests.ts';
import { loadPreferences } from '../player/preferences/preferences.ts';

/** A rendition of picture or sound, with the files with which it begins. */
export interface EarlyTrack {
  /** For MediaSource. */
  type: string;
  /** The init segment, and the segment at the start. */
  files: Promise<readonly StreamedFile[]>;
}

interface Beginning {
  /** The picture's, and that of the sound, if there is one. */
  tracks: readonly EarlyTrack[];
  startSeconds: number;
  /** Null while more may be added. */
  durationSeconds: number | null;
  poster: string | null;
}

/**
 * Plays the beginning of a video where its picture was (`#start` in index.html) while the code of the page is still
 * loading. The page's player then takes over the element. Browsers with a managed source, such as Safari, refuse data
 * when they like; that is left to hls.js.
 */
export function playEarly(videoId: string, beginning: Beginning): void {
  const { tracks, startSeconds, poster } = beginning;
  if ('ManagedMediaSource' in globalThis || !tracks.every(({ type }) => MediaSource.isTypeSupported(type)))
    return;
  const { volume, muted, speed } = loadPreferences();
  const source = new MediaSource();
  const element = Object.assign(document.createElement('video'), {
    className: 'still',
    playsInline: true,
    preload: 'auto',
    volume,
    muted,
    defaultPlaybackRate: speed,
    playbackRate: speed,
    src: URL.createObjectURL(source),
    ...(poster !== null && { poster }),
  });
  if (startSeconds > 0) element.currentTime = startSeconds;
  globalThis.earlyVideo = { videoId, element, source, whenFed: feed(source, beginning).catch(() => {}) }; // hls.js reports what is wrong
  element.style.background = 'none'; // so that the picture below stays visible
  const present = () => {
    element.style.background = '';
    show(element); // if its place was not parsed earlier
    noteFirst(element);
  };
  source.addEventListener('sourceopen', () => show(element), { once: true });
  element.addEventListener('loadeddata', present, { once: true });
  element.play().catch(() => {}); // then the first frame is shown, and the page offers to play
}

async function feed(source: MediaSource, { tracks, durationSeconds }: Beginning): Promise<void> {
  await eventOf(source, 'sourceopen');
  // Without it, seeking would be limited to the buffer, so the start position and early seeks of the viewer would be
  // dropped.
  if (durationSeconds !== null) source.duration = durationSeconds;
  const buffers = tracks.map(({ type, files }) => ({ buffer: source.addSourceBuffer(type), files }));
  await Promise.all(buffers.map(({ buffer, files }) => append(buffer, files)));
}

/** Appends the bytes of files as they arrive, since a few are enough for the first frames. */
async function append(buffer: SourceBuffer, files: EarlyTrack['files']): Promise<void> {
  try {
    for (const file of await files) {
      const reader = file.stream.getReader();
      for (let part = await reader.read(); part.value; part = await reader.read()) {
        buffer.appendBuffer(part.value);
        await eventOf(buffer, 'updateend');
      }
    }
  } catch {
    buffer.abort(); // the rest of a segment does not follow
  }
}

function eventOf(target: EventTarget, name: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}

/** Shows the element over the picture until the page takes it. Stops it if the page does not. */
function show(element: HTMLVideoElement): void {
  const start = document.getElementById('start');
  const root = document.getElementById('root');
  if (element.isConnected || !start || !root || root.hasChildNodes()) return;
  const still = start.querySelector('img.still');
  for (const name of ['width', 'height']) element.setAttribute(name, still?.getAttribute(name) ?? '');
  start.append(element);
  noteSecond(element);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    if (start.contains(element)) element.remove(); // which pauses it
  }).observe(root, { childList: true });
}

const note = () => globalThis.notePicture?.();

/** Notes that the picture moves; drawing the page would hold up the second picture. */
function noteSecond(element: HTMLVideoElement): void {
  element.requestVideoFrameCallback?.(() => element.requestVideoFrameCallback(note));
}

/** Notes that the picture is drawn if it stands still for good, or is all that the browser reports. */
function noteFirst(element: HTMLVideoElement): void {
  if (element.paused || !('requestVideoFrameCallback' in element))
    requestAnimationFrame(() => setTimeout(note));
}
