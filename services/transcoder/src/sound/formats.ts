import type { SoundFormat } from '@larksong/contracts';

import { DECODERS } from '../hls/formats.ts';

/** Demuxers that a sound may be read with, by ffmpeg's names. */
export type SoundDemuxer = 'mp3' | 'wav' | 'ogg' | 'mov' | 'matroska';

/** The demuxer of every sound that is taken. */
export const SOUND_DEMUXERS: Record<SoundFormat, SoundDemuxer> = {
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
  m4a: 'mov',
  webm: 'matroska',
};

/** A sound may bring along the picture of its cover, which ffprobe opens though nobody wants it. */
export const SOUND_DECODERS: readonly string[] = [...DECODERS, 'png', 'webp', 'bmp', 'gif'];
