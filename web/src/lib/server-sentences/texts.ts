import { DEFAULT_LANGUAGE, type Explanation } from '@larksong/contracts';

import type { ServerValues } from './values.ts';
import { currentLanguage, findText, loadTexts } from '../texts.ts';

/** Loaded with the messages: English needs neither. */
let showValues: ((values: ServerValues) => Record<string, string | number>) | undefined;

/** Loads what servers say in another language; nothing for English. Never rejects. */
export async function loadServerTexts(group: 'failures' | 'findings'): Promise<void> {
  if (currentLanguage() === DEFAULT_LANGUAGE) return;
  try {
    const [values] = await Promise.all([import('./values.ts'), loadTexts(group)]);
    ({ showValues } = values);
  } catch {
    // The server's own sentence is shown.
  }
}

/** Returns what a server says, in the language of the page; undefined in English, and for what is not known or loaded. */
export function serverText(id: string, values: ServerValues): string | undefined {
  return showValues && findText(id, showValues(values));
}

/** An `Explanation`; a failure of a newer server may have a reason that is not in the list. */
type Explained = Partial<Omit<Explanation, 'reason'>> & { reason?: string | undefined };

/** Returns why something is refused: in the reader's language if `failures` has been loaded, otherwise in English. */
export function explain({ reason, values = {}, message = '' }: Explained): string {
  return (reason === undefined ? undefined : serverText(reason, values)) ?? message;
}
