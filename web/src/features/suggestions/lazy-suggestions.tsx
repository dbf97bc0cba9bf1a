import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';
import { useSession } from '../auth/session.ts';
import type { Place } from './calls.ts';

/** A separate chunk, since most lists are not open for suggestions. */
const chunk = createChunk(() => loadWithTexts('suggest', () => import('./suggestions-panel.tsx')));

/** What is suggested for a list, for everybody who is signed in; nothing until its code has arrived. */
export function LazySuggestions({ place }: { place: Place }) {
  const { status } = useSession();
  return status === 'signed-in' && <Loaded place={place} />;
}

function Loaded({ place }: { place: Place }) {
  const { loaded } = useChunk(chunk);
  return loaded && <loaded.SuggestionsPanel place={place} />;
}
