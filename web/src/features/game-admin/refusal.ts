import { ApiError } from '@larksong/contracts';

import { alertDialog } from '../../ui/dialog-host.tsx';
import { serverSentence } from '../../parts/server-sentence.ts';

interface Refusal {
  title: string;
  /** What the alert says when the server said nothing. */
  fallback: string;
  /** Called when the alert was closed, if what was typed is at fault: with the sentence for its field. */
  onRefused?: (problem: string) => void;
}

/** Tells in an alert that something could not be added: the server's own message, else `fallback` (specification section 8). */
export async function tellRefusal(error: unknown, { title, fallback, onRefused }: Refusal): Promise<void> {
  const message = serverSentence(error) ?? fallback;
  await alertDialog({ title, message });
  if (isAboutTyped(error)) onRefused?.(message);
}

function isAboutTyped(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'VALIDATION_FAILED' || code === 'CATEGORY_TAKEN';
}
