import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';
import { createMember, type Account } from './people.ts';
import { compareAnswers, DISCREET_CALLS, medianOf, WITHOUT_THROTTLES } from './same-answers.ts';

const TRIES = 300;
const WIDEST_MS = 5;

let site: Stack;
let member: Account;
beforeAll(async () => {
  site = await startSite({ workers: 0, env: { auth: WITHOUT_THROTTLES } });
  member = await createMember(site.url);
});
afterAll(() => site?.stop());

describe('300 answers for an account and 300 for unknown emails', () => {
  it.each(DISCREET_CALLS)(
    'answers for an account and for unknown emails are the same within 5 ms when %s',
    async (name, path, rest) => {
      const { email } = member.user;
      const { known, unknown, apartMs } = await compareAnswers(site.url + path, {
        email,
        rest,
        tries: TRIES,
      });
      const [one, other] = [medianOf(known.milliseconds), medianOf(unknown.milliseconds)];
      console.log(
        `${name}: median ${one.toFixed(2)} ms for an account, ${other.toFixed(2)} ms for none, ${apartMs.toFixed(2)} ms apart in a round (${TRIES} each)`,
      );
      expect(known.answers.size).toBe(1);
      expect([...known.answers]).toEqual([...unknown.answers]);
      expect(apartMs).toBeLessThan(WIDEST_MS);
    },
  );
});
