import { beforeAll, describe, expect, it } from 'vitest';

import { sharedSite } from '../support/shared-site.ts';
import { createMember, type Account } from './people.ts';
import { compareAnswers, DISCREET_CALLS, medianOf } from './same-answers.ts';

/** Few, so that the test is fast; `timing.faults.test.ts` has the full number. */
const TRIES = 20;
/**
 * For a machine under other load. A sign-in that skips the hash for an unknown account differs by almost its whole
 * duration, so half of that distinguishes the two.
 */
const WIDEST_SHARE = 0.4;
const WIDEST_MS = 15;

let member: Account;
beforeAll(async () => {
  member = await createMember();
});

describe('discreet calls', () => {
  it.each(DISCREET_CALLS)(
    'neither the answer nor its time reveals whether an account exists when %s',
    { retry: 2 }, // other work on the machine may add to one side, but not in each try
    async (name, path, rest) => {
      const { email } = member.user;
      const { known, unknown, apartMs } = await compareAnswers(sharedSite().url + path, {
        email,
        rest,
        tries: TRIES,
      });
      const usualMs = medianOf(known.milliseconds);
      console.log(
        `${name}: ${usualMs.toFixed(1)} ms for an account, ${apartMs.toFixed(2)} ms apart (${TRIES} each)`,
      );
      expect(known.answers.size).toBe(1);
      expect([...known.answers]).toEqual([...unknown.answers]);
      expect(apartMs).toBeLessThan(Math.max(WIDEST_MS, usualMs * WIDEST_SHARE));
    },
  );
});
