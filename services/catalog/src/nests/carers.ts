import { ApiError, auth, type Call, type Data } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

type Carers = Data<typeof auth.listNestCarers>['carers'][number];

/** A nest or a class, as auth knows it. */
export interface Cared {
  ownerId: string;
  carerIds: readonly string[];
  /** The id of its rule: of a nest in a class that of the class. */
  ruleId: string;
  nestIds: readonly string[];
}

export interface NestCarers {
  /**
   * Returns a nest or a class that somebody cares for, by what auth said at most three seconds ago. Throws NEST_NOT_FOUND,
   * the same for one of somebody else as for none, and UNAVAILABLE if auth does not respond.
   */
  get: (id: string, memberId: string) => Promise<Cared>;
}

const MAX_AGE_MS = 3000;
const MAX_NESTS = 5000;
const TIMEOUT_MS = 1500;

/** Asks auth; simultaneous questions about one nest are asked once. */
export function createNestCarers({ auth: call }: { auth: Call }): NestCarers {
  const answers = new Map<string, { answer: Promise<Carers | undefined>; at: number }>();

  function find(id: string): Promise<Carers | undefined> {
    const known = answers.get(id);
    if (known && performance.now() - known.at < MAX_AGE_MS) return known.answer;
    const entry = { answer: ask(call, id), at: performance.now() };
    answers.delete(id); // keeps the oldest first
    if (answers.size >= MAX_NESTS) answers.delete(answers.keys().next().value ?? '');
    answers.set(id, entry);
    entry.answer.catch(() => answers.delete(id));
    return entry.answer;
  }

  return {
    async get(id, memberId) {
      const carers = await find(id).catch((cause: unknown) => {
        throw new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
      });
      if (!carers?.carerIds.includes(memberId)) throw new AppError('NEST_NOT_FOUND');
      return carers;
    },
  };
}

async function ask(call: Call, id: string): Promise<Carers | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { data } = await call(auth.listNestCarers, { body: { ids: [id] } }, { signal });
    return data.carers.find((each) => each.id === id);
  } catch (error) {
    // An auth from before nests has none.
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
