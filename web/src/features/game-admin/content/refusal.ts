import { ApiError } from '@larksong/contracts';

import { text } from '../../../lib/texts.ts';
import { alertDialog } from '../../../ui/dialog-host.tsx';
import { serverSentence } from '../../../parts/server-sentence.ts';

interface Refusal {
  what: 'letter' | 'pair' | 'card';
  /** Called with the field's error after the alert was closed, if the input is at fault. */
  onRefused?: (problem: string) => void;
}

/** Reports a failed addition in an alert, with the server's message or else our own (specification section 8). */
export async function alertRefusal(error: unknown, { what, onRefused }: Refusal): Promise<void> {
  const message = serverSentence(error) ?? text(`add-refused.${what}`);
  await alertDialog({ title: text(`add-refused-title.${what}`), message });
  if (isInputError(error)) onRefused?.(message);
}

function isInputError(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'VALIDATION_FAILED' || code === 'CATEGORY_TAKEN';
}
