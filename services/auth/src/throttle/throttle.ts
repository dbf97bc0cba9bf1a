import { AppError, createKeyedMutex, TooLateError, within, type Logger } from '@larksong/service-kit';

import type { Counters } from './counters.ts';
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
  siteRegistrationsPerHour: number;
  mailsPerAccountAndHour: number;
  mailsPerNetworkAndHour: number;
}

/** Slows down guessing. While Redis is unavailable, each process counts for itself, with stricter limits. */
export interface Throttle {
  /**
   * Checks a password and records the outcome; tries of one account from one place run sequentially. Throws
   * TOO_MANY_REQUESTS with the seconds to wait, or what `check` throws.
   */
  checkPassword(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Resets the failures of an account at one place. */
  forgive(attempt: Attempt): Promise<void>;
  /** Throws TOO_MANY_REQUESTS beyond the limit of registrations of a network. */
  countRegistration(network: string): Promise<void>;
  /** Throws TOO_MANY_REGISTRATIONS beyond the limit of registrations without an invitation of the whole site. */
  countSiteRegistration(): Promise<void>;
  /** Throws TOO_MANY_REQUESTS after ten tries of a network, or fifty of all, to guess the code of the first start. */
  countSetupTry(network: string): Promise<void>;
  /**
   * Returns whether a network may request one more mail of a kind; the response to the request is the same either way.
   * Networks known to the account are not counted, so that nobody there can use up the mails of others.
   */
  countMail(mail: { kind: string; email: string; network: string; isKnown: boolean }): Promise<boolean>;
  /** Returns whether a mailbox may get one more mail that strangers can cause. */
  countMailbox(email: string): Promise<boolean>;
}

const HOUR_MS = 3_600_000;
/** Wrong codes in an hour. */
const SETUP_TRIES = { ofNetwork: 10, ofAll: 50 };
/** Timeout for Redis, and the pause after a timeout during which Redis is not used. */
const REDIS_TIMEOUT_MS = 1000;
const REDIS_PAUSE_MS = 2000;
/** Longest wait of a try for the previous one; together with the check it stays below the gateway's timeout. */
const TURN_WITHIN_MS = 3000;

interface ThrottleDeps {
  redis: Counters;
  local: Counters;
  rules: ThrottleRules;
  logger: Logger;
  onThrottled: (action: 'sign_in' | 'registration' | 'mail') => void;
}

/** Returns the limits of sign-ins, registrations and mails. While Redis is unavailable, this process counts for itself. */
export function createThrottle(deps: ThrottleDeps): Throttle {
  const count = createCount(deps);
  const takeHourly: TakeHourly = async (key, most) =>
    count((counters, rules) => counters.take(key, { most: most(rules), perMs: HOUR_MS }));
  return {
    ...createPasswordThrottle(count, deps.onThrottled),
    ...createRegistrationThrottle(takeHourly, deps.onThrottled),
    ...createMailThrottle(takeHourly, deps.onThrottled),
  };
}

type OnThrottled = ThrottleDeps['onThrottled'];
/** Counts one more in the current hour; returns 0, or the milliseconds to wait if there were too many. */
type TakeHourly = (key: string, most: (rules: ThrottleRules) => number) => Promise<number>;

function createPasswordThrottle(
  count: Count,
  onThrottled: OnThrottled,
): Pick<Throttle, 'checkPassword' | 'forgive'> {
  const mutex = createKeyedMutex({ waitMs: TURN_WITHIN_MS });

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
        return await mutex.run(placeOf(attempt), () => check(attempt, work));
      } catch (error) {
        const failure = error instanceof TooLateError ? tooMany(1000) : error;
        if (failure instanceof AppError && failure.code === 'TOO_MANY_REQUESTS') onThrottled('sign_in');
        throw failure;
      }
    },
    forgive: (attempt) => count((counters) => forgetFailures(counters, attempt)),
  };
}

function createRegistrationThrottle(
  takeHourly: TakeHourly,
  onThrottled: OnThrottled,
): Pick<Throttle, 'countRegistration' | 'countSiteRegistration' | 'countSetupTry'> {
  return {
    async countRegistration(network) {
      const leftMs = await takeHourly(
        `registrations:${network}`,
        ({ registrationsPerHour }) => registrationsPerHour,
      );
      if (leftMs <= 0) return;
      onThrottled('registration');
      throw tooMany(leftMs);
    },
    async countSiteRegistration() {
      const leftMs = await takeHourly('registrations', (rules) => rules.siteRegistrationsPerHour);
      if (leftMs <= 0) return;
      onThrottled('registration');
      throw new AppError('TOO_MANY_REGISTRATIONS', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
    },
    async countSetupTry(network) {
      const leftMs =
        (await takeHourly(`setup:${network}`, () => SETUP_TRIES.ofNetwork)) ||
        (await takeHourly('setup', () => SETUP_TRIES.ofAll));
      if (leftMs > 0) throw tooMany(leftMs);
    },
  };
}

function createMailThrottle(
  takeHourly: TakeHourly,
  onThrottled: OnThrottled,
): Pick<Throttle, 'countMail' | 'countMailbox'> {
  return {
    async countMail({ kind, email, network, isKnown }) {
      const mayAsk =
        isKnown || (await takeHourly(`mails-from:${network}`, (rules) => rules.mailsPerNetworkAndHour)) === 0;
      const key = `mails:${kind}:${toKey(email)}`;
      const isAllowed = mayAsk && (await takeHourly(key, (rules) => rules.mailsPerAccountAndHour)) === 0;
      if (!isAllowed) onThrottled('mail');
      return isAllowed;
    },
    countMailbox: async (email) =>
      (await takeHourly(`mailbox:${toKey(mailboxOf(email))}`, (rules) => rules.mailsPerAccountAndHour)) === 0,
  };
}

type Count = <Result>(work: (counters: Counters, rules: ThrottleRules) => Promise<Result>) => Promise<Result>;

/** Counts in Redis, or in this process while Redis is unavailable. */
function createCount({ redis, local, rules, logger }: Omit<ThrottleDeps, 'onThrottled'>): Count {
  const strict = stricter(rules);
  let redisAwayUntil = 0;
  return async (work) => {
    if (performance.now() < redisAwayUntil) return work(local, strict);
    try {
      return await within(REDIS_TIMEOUT_MS, work(redis, rules));
    } catch (error) {
      if (error instanceof AppError) throw error;
      redisAwayUntil = performance.now() + REDIS_PAUSE_MS;
      logger.debug({ err: error }, 'failures are counted in this process only, without Redis');
      return work(local, strict);
    }
  };
}

/** Returns the limits for a process that does not see the counts of others. */
function stricter(rules: ThrottleRules): ThrottleRules {
  const quarter = (count: number) => Math.ceil(count / 4);
  return {
    freeFailures: Math.max(2, Math.ceil(rules.freeFailures / 2)),
    longestDelaySeconds: rules.longestDelaySeconds,
    slowNetworkSeconds: rules.slowNetworkSeconds,
    // Not smaller: a single attacker who waits out every delay would use it up and lock the owner out.
    triesPerAccountAndHour: rules.triesPerAccountAndHour,
    failuresPerNetworkAndHour: quarter(rules.failuresPerNetworkAndHour),
    registrationsPerHour: quarter(rules.registrationsPerHour),
    siteRegistrationsPerHour: quarter(rules.siteRegistrationsPerHour),
    mailsPerAccountAndHour: quarter(rules.mailsPerAccountAndHour),
    mailsPerNetworkAndHour: quarter(rules.mailsPerNetworkAndHour),
  };
}
