import { createHash } from 'node:crypto';

import { AppError, within, type Logger } from '@larksong/service-kit';

import type { Counters } from './counters.ts';
import { delayAfterFailure, type DelayRule } from './failure-delay.ts';

export interface ThrottleRules extends DelayRule {
  failuresPerAddressAndHour: number;
  registrationsPerHour: number;
  mailsPerAccountAndHour: number;
  mailsPerAddressAndHour: number;
}

/** Who tries to sign in, and where from. */
export interface Attempt {
  /** Normalized, and the same whether an account has it or not. */
  email: string;
  address: string;
}

/** Slows down who guesses. While Redis is away each process counts for itself, with smaller numbers. */
export interface Throttle {
  /** Throws TOO_MANY_REQUESTS with the seconds to wait; otherwise the password may be checked. */
  beforeSignIn(attempt: Attempt): Promise<void>;
  noteFailure(attempt: Attempt): Promise<void>;
  /** Forgets the failures of an account. */
  forgive(email: string): Promise<void>;
  /** Throws TOO_MANY_REQUESTS beyond the registrations of an address. */
  countRegistration(address: string): Promise<void>;
  /** Whether one more mail may be asked for; whoever asks is never told. */
  countMail(attempt: Attempt): Promise<boolean>;
}

const HOUR_MS = 3_600_000;
/** Nobody waits longer for Redis, and for a while after that nobody waits at all. */
const REDIS_TIMEOUT_MS = 1000;
const REDIS_PAUSE_MS = 2000;
/** Once an account is slow, tries come one after the other: the next waits this long for the running one. */
const ONE_AT_A_TIME_MS = 5000;

export function createThrottle(deps: {
  redis: Counters;
  local: Counters;
  rules: ThrottleRules;
  logger: Logger;
}): Throttle {
  const { redis, local, rules, logger } = deps;
  const strict = stricter(rules);

  let redisAwayUntil = 0;

  async function count<Result>(
    work: (counters: Counters, rules: ThrottleRules) => Promise<Result>,
  ): Promise<Result> {
    if (performance.now() < redisAwayUntil) return work(local, strict);
    try {
      return await within(REDIS_TIMEOUT_MS, work(redis, rules));
    } catch (error) {
      if (error instanceof AppError) throw error;
      redisAwayUntil = performance.now() + REDIS_PAUSE_MS;
      logger.debug({ err: error }, 'failures are counted in this process, without Redis');
      return work(local, strict);
    }
  }

  return {
    beforeSignIn: (attempt) => count((counters, limits) => assertMayTry(counters, limits, attempt)),
    noteFailure: (attempt) => count((counters, limits) => addFailure(counters, limits, attempt)),
    forgive: (email) => count((counters) => counters.remove([failuresKey(email), waitKey(email)])),
    countRegistration: (address) =>
      count(async (counters, { registrationsPerHour }) => {
        const leftMs = await take(counters, `registrations:${address}`, registrationsPerHour);
        if (leftMs > 0) throw tooMany(leftMs);
      }),
    countMail: ({ email, address }) =>
      count(async (counters, limits) => {
        const perAccount = await take(counters, `mails:${toKey(email)}`, limits.mailsPerAccountAndHour);
        const perAddress = await take(counters, `mails-from:${address}`, limits.mailsPerAddressAndHour);
        return perAccount === 0 && perAddress === 0;
      }),
  };
}

async function assertMayTry(counters: Counters, limits: ThrottleRules, attempt: Attempt): Promise<void> {
  const keys = [addressKey(attempt.address), waitKey(attempt.email), failuresKey(attempt.email)];
  const [address, wait, failures] = await counters.read(keys);
  if (address && address.count >= limits.failuresPerAddressAndHour) throw tooMany(address.leftMs);
  if (wait && wait.leftMs > 0) throw tooMany(wait.leftMs);
  if (!failures || delayAfterFailure(failures.count, limits) === 0) return;
  if (!(await counters.trySet(waitKey(attempt.email), ONE_AT_A_TIME_MS))) throw tooMany(ONE_AT_A_TIME_MS);
}

async function addFailure(counters: Counters, limits: ThrottleRules, attempt: Attempt): Promise<void> {
  await counters.increment(addressKey(attempt.address), { forMs: HOUR_MS, extends: false });
  const failures = await counters.increment(failuresKey(attempt.email), { forMs: HOUR_MS, extends: true });
  const delaySeconds = delayAfterFailure(failures, limits);
  if (delaySeconds > 0) await counters.set(waitKey(attempt.email), delaySeconds * 1000);
}

/** Counts one of `perHour`; gives the milliseconds to wait, 0 when it was still one of them. */
async function take(counters: Counters, key: string, perHour: number): Promise<number> {
  const count = await counters.increment(key, { forMs: HOUR_MS, extends: false });
  if (count <= perHour) return 0;
  const [state] = await counters.read([key]);
  return Math.max(1, state?.leftMs ?? 1);
}

/** For one process that cannot see what the others count. */
function stricter(rules: ThrottleRules): ThrottleRules {
  const quarter = (count: number) => Math.ceil(count / 4);
  return {
    freeFailures: Math.max(2, Math.ceil(rules.freeFailures / 2)),
    longestDelaySeconds: rules.longestDelaySeconds,
    failuresPerAddressAndHour: quarter(rules.failuresPerAddressAndHour),
    registrationsPerHour: quarter(rules.registrationsPerHour),
    mailsPerAccountAndHour: quarter(rules.mailsPerAccountAndHour),
    mailsPerAddressAndHour: quarter(rules.mailsPerAddressAndHour),
  };
}

function tooMany(leftMs: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}

function addressKey(address: string): string {
  return `failures-from:${address}`;
}

function failuresKey(email: string): string {
  return `failures:${toKey(email)}`;
}

function waitKey(email: string): string {
  return `wait:${toKey(email)}`;
}

/** Of one length, and nothing that names a person. */
function toKey(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 32);
}
