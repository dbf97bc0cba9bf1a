import { auth, type Endpoint } from '@larksong/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PASSWORD_COST } from '../src/passwords/password-hasher.ts';
import { registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeAll(async () => {
  service = await startFreshAuth({}, { passwordCost: PASSWORD_COST });
});
afterAll(async () => service?.stop());

const unknownEmail = () => `${randomUUID()}@people.example`;

async function attempt(endpoint: Endpoint, payload: object) {
  const startedAt = performance.now();
  const response = await service.app.inject({ method: 'POST', url: endpoint.path, payload });
  const ms = performance.now() - startedAt;
  const { requestId: _, ...body } = response.json();
  const { 'x-request-id': __, date: ___, ...headers } = response.headers;
  return { answer: { status: response.statusCode, body, headers }, ms };
}

test.each([
  { endpoint: auth.forgotPassword, rounds: 150, extra: {} },
  { endpoint: auth.resendVerification, rounds: 150, extra: {} },
  { endpoint: auth.login, rounds: 60, extra: { password: 'wrong password' } },
])(
  '$endpoint.operationId responds identically for an existing and an unknown account',
  async ({ endpoint, rounds, extra }) => {
    const { user } = await registerSomebody(service);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Alternating the order, so that other load affects both equally.
      const emails = [
        { email: user.email, times: known },
        { email: unknownEmail(), times: unknown },
      ];
      const answers = [];
      for (const { email, times } of round % 2 ? emails : emails.toReversed()) {
        const { answer, ms } = await attempt(endpoint, { email, ...extra });
        answers.push(answer);
        times.push(ms);
      }
      expect(answers[1]).toEqual(answers[0]);
    }
    // Compared within a round, under the same load.
    const apart = Math.abs(median(known.map((ms, round) => ms - (unknown[round] ?? Number.NaN))));
    process.stdout.write(
      `${endpoint.operationId}, median of ${rounds}: exists ${median(known).toFixed(2)} ms, not ${median(unknown).toFixed(2)} ms, apart ${apart.toFixed(2)} ms\n`,
    );
    // Other work on the machine shifts the median by a tenth; a password check that is left out, by all of it.
    expect(apart).toBeLessThan(Math.max(5, 0.25 * median(unknown)));
  },
);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
