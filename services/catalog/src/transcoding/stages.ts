import type { catalog } from '@larksong/contracts';

/** A description of each kind of unit for people. */
export const STAGES: Record<catalog.UnitKind, string> = {
  plan: 'Analysing file',
  'video-chunk': 'Encoding video',
  audio: 'Encoding sound',
  extras: 'Creating thumbnail',
  finish: 'Checking',
};
