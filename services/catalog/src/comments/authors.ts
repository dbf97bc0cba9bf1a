import { auth, because, type Call } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

/** The accounts of those who write. */
export interface Authors {
  /**
   * Returns what auth said about an account at most three seconds ago; null for one that is disabled or unknown. Throws
   * UNAVAILABLE if auth does not answer.
   */
  get: (id: string) => Promise<auth.Author | null>;
}

/** With the delays of sessions, what a role carried ends within five seconds. */
const MAX_AGE_MS = 3000;
const TIMEOUT_MS = 1500;
const MAX_AUTHORS = 5000;
/** How long nobody waits for an auth that did not answer. */
const SILENCE_MS = 1000;

/** Asks auth; simultaneous questions about one account are asked once. */
export function createAuthors(call: Call): Authors {
  const answers = new Map<string, { answer: Promise<auth.Author | null>; at: number }>();
  let silentUntil = 0;

  async function ask(id: string): Promise<auth.Author | null> {
    if (performance.now() < silentUntil) throw away();
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return (await call(auth.readAuthor, { params: { id } }, { signal })).data.author;
    } catch (error) {
      silentUntil = performance.now() + SILENCE_MS;
      throw away(error);
    }
  }

  return {
    get(id) {
      const known = answers.get(id);
      if (known && performance.now() - known.at < MAX_AGE_MS) return known.answer;
      const entry = { answer: ask(id), at: performance.now() };
      answers.delete(id);
      if (answers.size >= MAX_AUTHORS) answers.delete(answers.keys().next().value ?? '');
      answers.set(id, entry);
      entry.answer.catch(() => {
        if (answers.get(id) === entry) answers.delete(id);
      });
      return entry.answer;
    },
  };
}

function away(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { ...because('comment.accounts-away'), cause, retryAfterSeconds: 2 });
}
