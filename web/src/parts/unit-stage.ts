import type { Texts } from '../lib/texts.ts';

/** The server's words for what is done to a video. */
const STAGES: Readonly<Record<string, string>> = {
  Queued: 'queued',
  'Analysing file': 'plan',
  'Encoding video': 'video-chunk',
  'Encoding sound': 'audio',
  'Creating thumbnail': 'extras',
  Checking: 'finish',
};

/** Returns what is done to a video in the reader's language; the words of a server of another version as they are. */
export function toStage(t: Texts, stage: string): string {
  const name = STAGES[stage];
  return name === undefined ? stage : t(`stage.${name}`);
}
