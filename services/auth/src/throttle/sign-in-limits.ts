import { createHash } from 'node:crypto';

import { AppError } from '@larksong/service-kit';

import type { Counters } from './counters.ts';
import { delayAfterFailure, type DelayRule } from './failure-delay.ts';

export interface SignInRules extends DelayRule {
  triesPerAccountAndHour: number;
  failuresPerNetworkAndHour: number;
  /** Between two checks of a network with more failures than that. */
  slowNetworkSeconds: number;
}

/** Who tries a password, and where from. */
export interface Attempt {
  /** Normalized, and the same whether an account has it or not. */
  email: string;
  /** The client's network, as `toClientNetwork` returns it. */
  network: string;
  isNetworkKnown: boolean;
  /** What the account knows: a device that signed in before, or a session. Others cannot use up its tries. */
  trusted?: string | undefined;
}

const HOUR_MS = 3_600_000;
/** Once a place is slow, tries come one after the other: the next waits this long for the running one. */
const ONE_AT_A_TIME_MS = 5000;

/** By what the failures of an attempt are counted: the account together with a device, a session or a network. */
export function placeOf({ email, network, trusted }: Attempt): string {
  return toKey(`${email}\n${trusted ?? `network ${network}`}`);
}

/**
 * Takes what an attempt needs and returns the keys to give back if the password is right or was never checked. Throws
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
    // Accounts without failures from here have a lane of their own, so guessing at some holds up no others.
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
  if (leftMs > 0) throw tooMany(leftMs, NO_TRIES_LEFT);
}

const NO_TRIES_LEFT =
  'Too many attempts to sign in to this account. Use a device that was signed in before, or ask for a link to choose a new password.';

/** Counts a wrong password by account and place, and for unknown devices by network. */
export async function addFailure(counters: Counters, rules: SignInRules, attempt: Attempt): Promise<void> {
  const place = placeOf(attempt);
  if (attempt.trusted === undefined)
    await counters.increment(networkKey(attempt.network), { forMs: HOUR_MS, extends: false });
  const failures = await counters.increment(failuresKey(place), { forMs: HOUR_MS, extends: true });
  const delaySeconds = delayAfterFailure(failures, rules);
  if (delaySeconds > 0) await counters.set(waitKey(place), delaySeconds * 1000);
}

/** Forgets the failures of an account at one place. */
export async function forgetFailures(counters: Counters, attempt: Attempt): Promise<void> {
  const place = placeOf(attempt);
  await counters.remove([failuresKey(place), waitKey(place)]);
}

/** Gives back what `admit` took. */
export async function release(counters: Counters, held: string[]): Promise<void> {
  if (held.length > 0) await counters.remove(held);
}

/** Returns the error TOO_MANY_REQUESTS, to be retried after `leftMs`, at least a second. */
export function tooMany(leftMs: number, message?: string): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, ...(message ? { message } : {}) });
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

/** Of one length, and nothing that names a person. */
export function toKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
