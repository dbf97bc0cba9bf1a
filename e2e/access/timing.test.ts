import { randomBytes } from 'node:crypto';

import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';
import { createMember, type Account } from './people.ts';
import { rawCall, type RawAnswer } from './raw-call.ts';

const TRIES = 60;
/**
 * On a machine that other work shares. A sign-in that skips the hash for an unknown account differs by nearly all of its
 * time, so half of it tells the two apart.
 */
const WIDEST_SHARE = 0.4;
const WIDEST_MS = 15;

let site: Stack;
let member: Account;
beforeAll(async () => {
  const throttles = {
    SIGN_IN_FREE_FAILURES: '100000',
    SIGN_IN_FAILURES_PER_ADDRESS: '100000',
    MAILS_PER_ACCOUNT: '100000',
    MAILS_PER_ADDRESS: '100000',
  };
  site = await startSite({ workers: 0, env: { auth: throttles } });
  member = await createMember(site.url);
});
afterAll(() => site?.stop());

interface Measured {
  milliseconds: number[];
  answers: Set<string>;
}

async function measure(into: Measured, path: string, body: unknown): Promise<void> {
  const startedAt = performance.now();
  const answer = await rawCall(site.url + path, 'POST', { body });
  into.milliseconds.push(performance.now() - startedAt);
  into.answers.add(substanceOf(answer));
}

/** What an answer says besides the number of the request and the time. */
function substanceOf({ status, headers, text }: RawAnswer): string {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([status, kept, text.replace(/"requestId":"[^"]*"/, '')]);
}

function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('whether an account exists is told neither by the answer nor by its time', () => {
  it.each([
    ['signing in', '/api/auth/login', { password: randomBytes(12).toString('hex') }],
    ['asking for a new password', '/api/auth/forgot-password', {}],
    ['asking for the verification mail', '/api/auth/resend-verification', {}],
  ])('when %s', async (name, path, rest) => {
    const known: Measured = { milliseconds: [], answers: new Set() };
    const unknown: Measured = { milliseconds: [], answers: new Set() };
    // In turn, so that whatever else the machine does hits both alike.
    for (let index = 0; index < TRIES; index += 1) {
      const stranger = `child-${randomBytes(6).toString('hex')}@songs.example`;
      await measure(known, path, { ...rest, email: member.user.email });
      await measure(unknown, path, { ...rest, email: stranger });
    }
    const [one, other] = [medianOf(known.milliseconds), medianOf(unknown.milliseconds)];
    const difference = Math.abs(one - other);
    console.log(
      `${name}: ${one.toFixed(1)} ms for an account, ${other.toFixed(1)} ms for none (${TRIES} each)`,
    );
    expect(known.answers.size).toBe(1);
    expect([...known.answers]).toEqual([...unknown.answers]);
    expect(difference).toBeLessThan(Math.max(WIDEST_MS, one * WIDEST_SHARE));
  });
});
