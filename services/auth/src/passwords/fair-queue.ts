import { AppError } from '@larksong/service-kit';

/** The origin of a piece of work. */
export interface Claim {
  /** The client's network, as `toClientNetwork` returns it. */
  network: string;
  /** Whether the account knows the client, by a device, a session or a link. */
  isKnown: boolean;
}

export interface FairQueueRules {
  /** Concurrency limit. */
  atOnce: number;
  /** Longest wait of further work. */
  waitMs: number;
  /** Maximum number of queued tasks per network. */
  waitingPerNetwork: number;
}

/** Runs `work` when its turn comes. Throws TOO_BUSY if that takes too long or too much work of its network waits. */
type FairQueue = <Result>(claim: Claim, work: () => Promise<Result>) => Promise<Result>;

/** One turn in four goes to strangers first, so that accounts created for an attack cannot shut them out. */
const STRANGERS_TURN = 4;

/**
 * Limits concurrency. Waiting networks take turns, so that one with a thousand requests delays another by at most one
 * piece of work. Known claims come before strangers in three of four turns.
 */
export function createFairQueue(rules: FairQueueRules): FairQueue {
  const known = createLines();
  const strangers = createLines();
  let running = 0;
  let turns = 0;

  function startNext(): void {
    turns += 1;
    const [first, second] = turns % STRANGERS_TURN === 0 ? [strangers, known] : [known, strangers];
    const next = first.shift() ?? second.shift();
    if (next) next();
    else running -= 1;
  }

  async function awaitTurn({ network, isKnown }: Claim): Promise<void> {
    const lines = isKnown ? known : strangers;
    if (lines.lengthOf(network) >= rules.waitingPerNetwork) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    lines.push(network, resolve);
    const timer = setTimeout(() => {
      if (lines.remove(network, resolve)) reject(tooBusy());
    }, rules.waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  return async (claim, work) => {
    if (running < rules.atOnce) running += 1;
    else await awaitTurn(claim);
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

type Waiter = () => void;

/** Returns one queue for each network; `shift` takes from them in turn. */
function createLines() {
  const lines = new Map<string, Waiter[]>();
  return {
    lengthOf: (network: string): number => lines.get(network)?.length ?? 0,
    push(network: string, waiter: Waiter): void {
      lines.set(network, [...(lines.get(network) ?? []), waiter]);
    },
    shift(): Waiter | undefined {
      const [network, line] = lines.entries().next().value ?? ['', []];
      const [waiter, ...rest] = line;
      lines.delete(network);
      if (rest.length > 0) lines.set(network, rest); // behind the others
      return waiter;
    },
    /** Returns false if it was not waiting. */
    remove(network: string, waiter: Waiter): boolean {
      const line = lines.get(network) ?? [];
      const rest = line.filter((other) => other !== waiter);
      if (rest.length > 0) lines.set(network, rest);
      else lines.delete(network);
      return rest.length < line.length;
    },
  };
}

function tooBusy(): AppError {
  return new AppError('TOO_BUSY', { retryAfterSeconds: 1 });
}
