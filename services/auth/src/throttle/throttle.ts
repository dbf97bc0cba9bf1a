import { AppError, TooLateError, within, type Logger } from '@larksong/service-kit';

import type { Counters } from './counters.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { mailboxOf } from './mailbox.ts';
import {
  addFailure,
  admit,
  forgetFailures,
  placeOf,
  release,
  tooMany,
  toKey,
  type Attempt,
  type SignInRules,
} from './sign-in-limits.ts';

interface ThrottleRules extends SignInRules {
  registrationsPerHour: number;
  mailsPerAccountAndHour: number;
  mailsPerNetworkAndHour: number;
}

/** Slows down whoever guesses. While Redis is away each process counts for itself, with smaller numbers. */
export interface Throttle {
  /**
   * Checks a password and remembers the outcome; tries of one account from one place come one after the other.
   * Throws TOO_MANY_REQUESTS with the seconds to wait, or what `check` throws.
   */
  checkPassword(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Forgets the failures of an account at one place. */
  forgive(attempt: Attempt): Promise<void>;
  /** Throws TOO_MANY_REQUESTS beyond the registrations of a network. */
  countRegistration(network: string): Promise<void>;
  /**
   * Whether one more mail of a kind may be asked for, by whoever is at a network; the answer to the request is the same.
   * A network that the account knows is not counted: nobody there can use up what others of it need.
   */
  countMail(mail: { kind: string; email: string; network: string; isKnown: boolean }): Promise<boolean>;
  /** Whether a mailbox may get one more mail that strangers can cause. */
  countMailbox(email: string): Promise<boolean>;
}

const HOUR_MS = 3_600_000;
/** Nobody waits longer for Redis, and for a while after that nobody waits at all. */
const REDIS_TIMEOUT_MS = 1000;
const REDIS_PAUSE_MS = 2000;
/** How long a try waits for the one before it; together with the check it stays below what the gateway waits. */
const TURN_WITHIN_MS = 3000;

/** Returns the limits of sign-ins, registrations and mails; while Redis is away, this process counts for itself. */
export function createThrottle(deps: {
  redis: Counters;
  local: Counters;
  rules: ThrottleRules;
  logger: Logger;
}): Throttle {
  const count = createCount(deps);
  const inTurn = createKeyedMutex(TURN_WITHIN_MS);
  const takeHourly = async (key: string, most: (rules: ThrottleRules) => number) =>
    count((counters, rules) => counters.take(key, { most: most(rules), perMs: HOUR_MS }));

  async function check(attempt: Attempt, work: () => Promise<boolean>): Promise<boolean> {
    const held = await count((counters, rules) => admit(counters, rules, attempt));
    let matches: boolean;
    try {
      matches = await work();
    } catch (error) {
      await count((counters) => release(counters, held));
      throw error;
    }
    await count(async (counters, rules) => {
      if (!matches) return addFailure(counters, rules, attempt);
      await release(counters, held);
      return forgetFailures(counters, attempt);
    });
    return matches;
  }

  return {
    async checkPassword(attempt, work) {
      try {
        return await inTurn(placeOf(attempt), () => check(attempt, work));
      } catch (error) {
        throw error instanceof TooLateError ? tooMany(1000) : error;
      }
    },
    forgive: (attempt) => count((counters) => forgetFailures(counters, attempt)),
    async countRegistration(network) {
      const leftMs = await takeHourly(
        `registrations:${network}`,
        ({ registrationsPerHour }) => registrationsPerHour,
      );
      if (leftMs > 0) throw tooMany(leftMs);
    },
    async countMail({ kind, email, network, isKnown }) {
      const mayAsk =
        isKnown || (await takeHourly(`mails-from:${network}`, (rules) => rules.mailsPerNetworkAndHour)) === 0;
      const key = `mails:${kind}:${toKey(email)}`;
      return mayAsk && (await takeHourly(key, (rules) => rules.mailsPerAccountAndHour)) === 0;
    },
    countMailbox: async (email) =>
      (await takeHourly(`mailbox:${toKey(mailboxOf(email))}`, (rules) => rules.mailsPerAccountAndHour)) === 0,
  };
}

type Count = <Result>(work: (counters: Counters, rules: ThrottleRules) => Promise<Result>) => Promise<Result>;

/** Counts in Redis, or in this process while Redis is away. */
function createCount({ redis, local, rules, logger }: Parameters<typeof createThrottle>[0]): Count {
  const strict = stricter(rules);
  let redisAwayUntil = 0;
  return async (work) => {
    if (performance.now() < redisAwayUntil) return work(local, strict);
    try {
      return await within(REDIS_TIMEOUT_MS, work(redis, rules));
    } catch (error) {
      if (error instanceof AppError) throw error;
      redisAwayUntil = performance.now() + REDIS_PAUSE_MS;
      logger.debug({ err: error }, 'failures are counted in this process, without Redis');
      return work(local, strict);
    }
  };
}

/** For one process that cannot see what the others count. */
function stricter(rules: ThrottleRules): ThrottleRules {
  const quarter = (count: number) => Math.ceil(count / 4);
  return {
    freeFailures: Math.max(2, Math.ceil(rules.freeFailures / 2)),
    longestDelaySeconds: rules.longestDelaySeconds,
    slowNetworkSeconds: rules.slowNetworkSeconds,
    // Not smaller: one attacker alone, who waits out every delay, would use up a quarter and shut out the owner.
    triesPerAccountAndHour: rules.triesPerAccountAndHour,
    failuresPerNetworkAndHour: quarter(rules.failuresPerNetworkAndHour),
    registrationsPerHour: quarter(rules.registrationsPerHour),
    mailsPerAccountAndHour: quarter(rules.mailsPerAccountAndHour),
    mailsPerNetworkAndHour: quarter(rules.mailsPerNetworkAndHour),
  };
}
