import { createChunk } from '../../../lib/chunk.ts';
import { loadWithTexts } from '../../../lib/texts.ts';

/** All that adds songs to lists from elsewhere: a separate chunk, since songs are mostly watched. */
export const addToList = createChunk(() => loadWithTexts('add-to-list', () => import('./add-to-list.tsx')));
