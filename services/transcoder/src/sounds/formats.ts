import type { game } from '@larksong/contracts';

/** Demuxers allowed for a sound, by ffmpeg's names. */
export type SoundDemuxer = 'mp3' | 'wav' | 'ogg' | 'mov' | 'matroska';

/** The demuxer of every accepted sound format. */
export const SOUND_DEMUXERS: Record<game.SoundFormat, SoundDemuxer> = {
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
  m4a: 'mov',
  webm: 'matroska',
};
