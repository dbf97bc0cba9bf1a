import { ApiError } from '@larksong/contracts';

import { alertDialog } from '../../../ui/dialog-host.tsx';
import { serverSentence } from '../../../parts/server-sentence.ts';

interface Refusal {
  title: string;
  /** Shown if the server sent no sentence. */
  fallback: string;
  /** Called with the field's error after the alert was closed, if the input is at fault. */
  onRefused?: (problem: string) => void;
}

/** Reports a failed addition in an alert, with the server's message or else `fallback` (specification section 8). */
export async function alertRefusal(error: unknown, { title, fallback, onRefused }: Refusal): Promise<void> {
  const message = serverSentence(error) ?? fallback;
  await alertDialog({ title, message });
  if (isInputError(error)) onRefused?.(message);
}

function isInputError(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'VALIDATION_FAILED' || code === 'CATEGORY_TAKEN';
}
