import type { PlannedFilm } from '@larksong/import';

import type { LocalFile } from './list-folder.ts';

/** The outcome of one film. */
export interface Outcome {
  path: string;
  title: string;
  state: 'imported' | 'completed' | 'known' | 'failed' | 'left';
  /** The video on the site, if there is one. */
  videoId?: string;
  /** Why it failed, where it is known, or what could not be added. */
  reason?: string;
}

/** A film that the import did not reach before it stopped. */
export function toLeft({ file, title }: PlannedFilm<LocalFile>): Outcome {
  return { path: file.path, title, state: 'left' };
}

const WORDS: Record<Outcome['state'], string> = {
  imported: 'imported',
  completed: 'already there, completed',
  known: 'already there',
  failed: 'failed',
  left: 'not sent',
};

/** Returns a line about a film. */
export function toLine({ path, state, reason }: Outcome): string {
  return `${path}: ${WORDS[state]}${reason === undefined ? '' : `. ${reason}`}`;
}

/** Returns a sentence with the numbers of all outcomes. */
export function toSummary(outcomes: readonly Outcome[]): string {
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const known = count('known') + count('completed');
  const parts = [
    `${count('imported')} imported`,
    ...(known > 0 ? [`${known} already there`] : []),
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('left') > 0 ? [`${count('left')} not sent`] : []),
  ];
  return `${outcomes.length} video${outcomes.length === 1 ? '' : 's'}: ${parts.join(', ')}.`;
}
