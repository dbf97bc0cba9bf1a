import { catalog } from '@larksong/contracts';

/** Factor for the bytes of a segment that are not samples: boxes of the container. */
const CONTAINER_SHARE = 1.02;
/** AAC-LC, RFC 6381. */
const AUDIO_CODECS = 'mp4a.40.2';
/** Playback starts with the rung nearest to this height, until the bandwidth is known. */
const START_HEIGHT = 480;

/**
 * Returns the master playlist (RFC 8216) of a plan: every rung with its true attributes, the starting one first. It
 * depends only on the plan and therefore never changes.
 */
export function toMasterPlaylist(plan: catalog.Plan): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (plan.audio)
    lines.push(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/playlist.m3u8"',
    );
  for (const rung of orderForStart(plan.rungs)) {
    const codecs = plan.audio ? `${rung.codecs},${AUDIO_CODECS}` : rung.codecs;
    const attributes = [
      `BANDWIDTH=${bandwidthOf(rung, plan.audio?.bitrate ?? 0)}`,
      `CODECS="${codecs}"`,
      `RESOLUTION=${rung.width}x${rung.height}`,
      `FRAME-RATE=${toFrameRate(rung.frameRate)}`,
      ...(plan.audio ? ['AUDIO="audio"'] : []),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rung.resolution}/playlist.m3u8`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the peak bits per second of a single segment: the encoder's buffer model lets a segment exceed its rate by one
 * buffer.
 */
function bandwidthOf(rung: catalog.Rung, audioBitrate: number): number {
  const peak = rung.maxBitrate + rung.bufferBits / catalog.SEGMENT_SECONDS;
  return Math.ceil((peak + audioBitrate) * CONTAINER_SHARE);
}

function orderForStart(rungs: catalog.Rung[]): catalog.Rung[] {
  const distance = (rung: catalog.Rung) => Math.abs(Math.min(rung.width, rung.height) - START_HEIGHT);
  const start = rungs.reduce((best, rung) => (distance(rung) < distance(best) ? rung : best));
  return [start, ...rungs.filter((rung) => rung !== start)];
}

function toFrameRate(fraction: string): string {
  return parseFraction(fraction).toFixed(3);
}

function parseFraction(fraction: string): number {
  const [numerator, denominator] = fraction.split('/').map(Number);
  return (numerator ?? 0) / (denominator ?? 1);
}

interface ListedSegment {
  uri: string;
  initUri: string;
  durationSeconds: number;
}

/**
 * Returns a media playlist (RFC 8216): EVENT from the first segment on, so that listed segments stay, with ENDLIST once
 * it is complete. Playback starts at 0, although players take a growing playlist for a live stream.
 */
export function toMediaPlaylist(options: {
  segments: ListedSegment[];
  frameRate: string;
  ended: boolean;
}): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetDuration(options.frameRate)}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-START:TIME-OFFSET=0',
    '#EXT-X-MEDIA-SEQUENCE:0',
  ];
  let init: string | undefined;
  for (const segment of options.segments) {
    if (segment.initUri !== init) lines.push(`#EXT-X-MAP:URI="${segment.initUri}"`);
    init = segment.initUri;
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(6)},`, segment.uri);
  }
  if (options.ended) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the target duration: a segment is at most one frame longer than the grid. It must not change during a
 * rendition.
 */
function targetDuration(frameRate: string): number {
  return Math.round(catalog.SEGMENT_SECONDS + 1 / Math.max(parseFraction(frameRate), 0.1));
}
