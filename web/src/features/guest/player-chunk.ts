import { createChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';

/** The player of a guest's list, with the messages of players and of lists, which no guest needs before. */
export const guestPlayerChunk = createChunk(() =>
  loadWithTexts('songs', () => loadWithTexts('lists', () => import('./guest-player.tsx'))),
);
