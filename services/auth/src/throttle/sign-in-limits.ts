import { createHash } from 'node:crypto';

import { because, type Explanation } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Counters } from './counters.ts';
import { delayAfterFailure, type DelayRule } from './failure-delay.ts';

export interface SignInRules extends DelayRule {
  triesPerAccountAndHour: number;
  failuresPerNetworkAndHour: number;
  /** Seconds between two checks of a network with more failures than that. */
  slowNetworkSeconds: number;
}

/** An attempt to use a password. */
export interface Attempt {
  /** Normalized, whether or not an account has it. */
  email: string;
  /** The client's network, as `toClientNetwork` returns it. */
  network: string;
  isNetworkKnown: boolean;
  /** A known device or session of the account, whose tries others cannot use up. */
  trusted?: string | undefined;
}

const HOUR_MS = 3_600_000;
/** Once a place is slowed, tries run sequentially; the next one waits this long for the running one. */
const ONE_AT_A_TIME_MS = 5000;

/** Returns the key by which failures are counted: the account with a device, a session or a network. */
export function placeOf({ email, network, trusted }: Attempt): string {
  return toKey(`${email}\n${trusted ?? `network ${network}`}`);
}

/**
 * Admits an attempt and returns the keys to release if the password is correct or was never checked. Throws
 * TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function admit(counters: Counters, rules: SignInRules, attempt: Attempt): Promise<string[]> {
  const place = placeOf(attempt);
  const [failures, wait, ofNetwork] = await counters.read([
    failuresKey(place),
    waitKey(place),
    networkKey(attempt.network),
  ]);
  const held: string[] = [];
  const hold = async (key: string, forMs: number) => {
    if (await counters.trySet(key, forMs)) held.push(key);
    else throw tooMany((await counters.read([key]))[0]?.leftMs ?? forMs);
  };
  try {
    if (wait && wait.leftMs > 0) throw tooMany(wait.leftMs);
    const count = failures?.count ?? 0;
    if (delayAfterFailure(count, rules) > 0) await hold(waitKey(place), ONE_AT_A_TIME_MS);
    if (attempt.trusted !== undefined) return held;
    // Accounts without failures from here have their own lane, so that guessing at some does not delay others.
    if (ofNetwork && ofNetwork.count >= rules.failuresPerNetworkAndHour)
      await hold(laneKey(attempt.network, count > 0), rules.slowNetworkSeconds * 1000);
    if (!attempt.isNetworkKnown) await takeTry(counters, rules, attempt.email);
    return held;
  } catch (error) {
    await release(counters, held);
    throw error;
  }
}

async function takeTry(counters: Counters, rules: SignInRules, email: string): Promise<void> {
  const limit = { most: rules.triesPerAccountAndHour, perMs: HOUR_MS };
  const leftMs = await counters.take(`tries:${toKey(email)}`, limit);
  if (leftMs > 0) throw tooMany(leftMs, because('account.too-many-tries'));
}

/** Counts a wrong password by account and place, and for unknown devices also by network. */
export async function addFailure(counters: Counters, rules: SignInRules, attempt: Attempt): Promise<void> {
  const place = placeOf(attempt);
  if (attempt.trusted === undefined)
    await counters.increment(networkKey(attempt.network), { forMs: HOUR_MS, extends: false });
  const failures = await counters.increment(failuresKey(place), { forMs: HOUR_MS, extends: true });
  const delaySeconds = delayAfterFailure(failures, rules);
  if (delaySeconds > 0) await counters.set(waitKey(place), delaySeconds * 1000);
}

/** Resets the failures of an account at one place. */
export async function forgetFailures(counters: Counters, attempt: Attempt): Promise<void> {
  const place = placeOf(attempt);
  await counters.remove([failuresKey(place), waitKey(place)]);
}

/** Releases the keys that `admit` returned. */
export async function release(counters: Counters, held: string[]): Promise<void> {
  if (held.length > 0) await counters.remove(held);
}

/** Returns TOO_MANY_REQUESTS with `leftMs` as the time to retry after, at least a second. */
export function tooMany(leftMs: number, explanation?: Explanation): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new AppError('TOO_MANY_REQUESTS', { ...explanation, retryAfterSeconds });
}

function failuresKey(place: string): string {
  return `failures:${place}`;
}

function waitKey(place: string): string {
  return `wait:${place}`;
}

function networkKey(network: string): string {
  return `failures-from:${network}`;
}

function laneKey(network: string, hasFailed: boolean): string {
  return `slow:${hasFailed ? 'failed' : 'fresh'}:${network}`;
}

/** Returns a key of fixed length that does not contain personal data. */
export function toKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
