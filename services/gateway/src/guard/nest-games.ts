import { ApiError, catalog, createClient } from '@larksong/contracts';
import { AppError, type NestCaller } from '@larksong/service-kit';

/** Which nests are with the game. */
export interface NestGames {
  /**
   * Returns whether the rule of a nest allows the game, by what catalog said at most three seconds ago. Throws UNAVAILABLE
   * if catalog does not respond.
   */
  allows: (nest: NestCaller) => Promise<boolean>;
}

/** A change of the rule is effective within five seconds. */
const MAX_AGE_MS = 3000;
const MAX_RULES = 5000;
const TIMEOUT_MS = 2000;

/** Asks catalog; simultaneous questions about one rule are asked once. */
export function createNestGames(options: { catalogUrl: string; internalToken: string }): NestGames {
  const headers = () => ({ 'x-internal-token': options.internalToken });
  const call = createClient({ baseUrl: options.catalogUrl.replace(/\/$/, ''), headers });
  const answers = new Map<string, { answer: Promise<boolean>; at: number }>();

  async function ask({ ruleId, ownerId }: NestCaller): Promise<boolean> {
    const input = { params: { id: ruleId }, query: { ownerId } };
    try {
      const { data } = await call(catalog.getNestGame, input, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return data.isOn;
    } catch (cause) {
      // A catalog from before this call cannot say it, so its nests are without the game.
      if (cause instanceof ApiError && cause.status === 404) return false;
      throw new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
    }
  }

  return {
    async allows(nest) {
      const key = `${nest.ruleId} ${nest.ownerId}`;
      const known = answers.get(key);
      if (known && performance.now() - known.at < MAX_AGE_MS) return known.answer;
      const entry = { answer: ask(nest), at: performance.now() };
      answers.delete(key); // keeps the oldest first
      if (answers.size >= MAX_RULES) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, entry);
      entry.answer.catch(() => answers.get(key) === entry && answers.delete(key));
      return entry.answer;
    },
  };
}
