import { randomBytes } from 'node:crypto';

import { rawCall, type RawAnswer } from './raw-call.ts';

/** Calls that must not reveal whether an account exists. */
export const DISCREET_CALLS = [
  ['signing in', '/api/auth/login', { password: randomBytes(12).toString('hex') }],
  ['asking for a new password', '/api/auth/forgot-password', {}],
  ['asking for the verification mail', '/api/auth/resend-verification', {}],
] as const;

/** Limits that would otherwise interrupt the comparison. */
export const WITHOUT_THROTTLES = {
  SIGN_IN_FREE_FAILURES: '100000',
  SIGN_IN_TRIES_PER_ACCOUNT: '100000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  MAILS_PER_ACCOUNT: '100000',
  MAILS_PER_ADDRESS: '100000',
};

interface Measured {
  milliseconds: number[];
  answers: Set<string>;
}

export interface Comparison {
  known: Measured;
  unknown: Measured;
  /** Median of the differences within one round, whose two calls run under the same load. */
  apartMs: number;
}

/** Makes a call equally often for an account and for unknown emails. */
export async function compareAnswers(
  url: string,
  { email, rest, tries }: { email: string; rest: object; tries: number },
): Promise<Comparison> {
  const known: Measured = { milliseconds: [], answers: new Set() };
  const unknown: Measured = { milliseconds: [], answers: new Set() };
  for (let index = 0; index < tries; index += 1) {
    const stranger = `child-${randomBytes(6).toString('hex')}@songs.example`;
    const pair = [
      { into: known, body: { ...rest, email } },
      { into: unknown, body: { ...rest, email: stranger } },
    ];
    // Each comes first equally often, so that other load affects both alike.
    for (const { into, body } of index % 2 ? pair : pair.toReversed()) {
      const startedAt = performance.now();
      const answer = await rawCall(url, 'POST', { body });
      into.milliseconds.push(performance.now() - startedAt);
      into.answers.add(substanceOf(answer));
    }
  }
  const differences = known.milliseconds.map((ms, index) => ms - (unknown.milliseconds[index] ?? Number.NaN));
  return { known, unknown, apartMs: Math.abs(medianOf(differences)) };
}

/** Returns the content of an answer without the request id and the time. */
export function substanceOf({ status, headers, text }: RawAnswer): string {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([status, kept, text.replace(/"requestId":"[^"]*"/, '')]);
}

export function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
