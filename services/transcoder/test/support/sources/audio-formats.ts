import type { Container } from './video-formats.ts';

/** A sound codec as ffmpeg encodes it. */
export interface AudioFormat {
  encode: string;
  /** How much later than intended a decoder plays it in seconds, since the container cannot say otherwise. */
  lag?: number;
  /** The only numbers of channels that the codec knows. */
  channels?: readonly number[];
  /** True if Larksong cannot decode it, so that the video has no sound. */
  isUnheard?: boolean;
}

const RATE = '-ar 48000';
const AAC: AudioFormat = { encode: `aac -b:a 128k ${RATE}` };
const MP3: AudioFormat = { encode: `libmp3lame -b:a 128k ${RATE}`, lag: 0.03, channels: [1, 2] };
const MP2: AudioFormat = { encode: `mp2 -b:a 192k ${RATE}`, lag: 0.02, channels: [1, 2] };
const AC3: AudioFormat = { encode: `ac3 -b:a 192k ${RATE}`, lag: 0.01 };
const EAC3: AudioFormat = { encode: `eac3 -b:a 192k ${RATE}`, lag: 0.01 };
const OPUS: AudioFormat = { encode: `libopus -b:a 96k ${RATE}` };
const VORBIS: AudioFormat = { encode: `libvorbis -q:a 4 ${RATE}` };
const FLAC: AudioFormat = { encode: `flac -strict -2 ${RATE}` };
const ALAC: AudioFormat = { encode: `alac ${RATE}` };
const DTS: AudioFormat = { encode: `dca -strict -2 -b:a 768k ${RATE}`, lag: 0.02, channels: [2, 6] };
const TRUEHD: AudioFormat = { encode: `truehd -strict -2 ${RATE}`, lag: 0.01, channels: [2, 6] };
const WMA2: AudioFormat = { encode: `wmav2 -b:a 128k -ar 44100`, lag: 0.06, channels: [1, 2] };
const WMA1: AudioFormat = { encode: `wmav1 -b:a 128k -ar 44100`, lag: 0.06, channels: [1, 2] };
const NELLYMOSER: AudioFormat = { encode: 'nellymoser -ar 22050', lag: 0.03, channels: [1] };
const SPEEX: AudioFormat = { encode: 'libspeex -ar 16000', lag: 0.03, channels: [1] };
const WAVPACK: AudioFormat = { encode: 'wavpack', isUnheard: true };

function pcm(name: string, rate = 48_000): AudioFormat {
  return { encode: `pcm_${name} -ar ${rate}` };
}

function adpcm(name: string, rate = 44_100): AudioFormat {
  return { encode: `adpcm_${name} -ar ${rate}`, lag: 0.01, channels: [1, 2] };
}

const MP4 = [AAC, MP3, AC3, EAC3, OPUS, FLAC, ALAC];
const PHONE = [AAC];
const TRANSPORT = [
  AAC,
  MP2,
  AC3,
  EAC3,
  MP3,
  OPUS,
  DTS,
  { ...AAC, encode: `${AAC.encode} -mpegts_flags latm` },
];

/** Sound codecs by container, the usual one first. */
export const AUDIO_FORMATS: Record<Container, readonly AudioFormat[]> = {
  mp4: MP4,
  m4v: [AAC, ALAC, AC3],
  mov: [
    ...[AAC, pcm('s16le'), pcm('s16be'), pcm('s24le'), pcm('f32le'), ALAC, MP3, AC3],
    ...[pcm('mulaw', 22_050), pcm('alaw', 22_050), pcm('s8'), pcm('u8'), adpcm('ima_qt')],
  ],
  '3gp': PHONE,
  '3g2': PHONE,
  f4v: [AAC, MP3],
  mkv: [
    ...[AAC, MP3, AC3, EAC3, OPUS, VORBIS, FLAC, ALAC, DTS, TRUEHD, MP2, WMA2],
    ...[pcm('s16le'), pcm('s24le'), pcm('f32le'), WAVPACK],
  ],
  webm: [OPUS, VORBIS],
  avi: [MP3, pcm('s16le'), AC3, MP2, pcm('u8', 22_050), adpcm('ms'), adpcm('ima_wav'), pcm('mulaw', 22_050)],
  ts: TRANSPORT,
  m2ts: [AC3, { encode: `pcm_bluray ${RATE}`, channels: [2, 6] }, EAC3, DTS],
  mpg: [MP2, MP3],
  vob: [AC3, MP2, { encode: `pcm_dvd ${RATE}`, channels: [2] }, DTS],
  ogv: [VORBIS, OPUS, FLAC, SPEEX],
  wmv: [WMA2, WMA1, MP3, pcm('s16le')],
  flv: [
    AAC,
    { ...MP3, encode: 'libmp3lame -b:a 128k -ar 44100' },
    NELLYMOSER,
    SPEEX,
    adpcm('swf'),
    { ...pcm('s16le', 44_100), channels: [1, 2] },
  ],
};
