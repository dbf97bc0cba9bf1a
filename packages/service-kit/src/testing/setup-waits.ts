/* A Vitest setup file that records every `expect.poll` of more than two seconds. */
import { afterEach, expect } from 'vitest';

import { noteWait, type Place } from './waits.ts';

interface Poll {
  what: string;
  place: Place;
  startedAt: number;
  /** Time of the last poll so far. */
  askedAt: number;
}

const TIMED = Symbol.for('larksong.timed');
let polls: Poll[] = [];

// Files that share a process also share `expect`.
const untimed = expect.poll as typeof expect.poll & { [TIMED]?: typeof expect.poll };
const original = untimed[TIMED] ?? untimed;
const timed: typeof expect.poll = (ask, options) => {
  const startedAt = performance.now();
  const poll = { what: String(ask), place: new Error('began to poll'), startedAt, askedAt: startedAt };
  polls.push(poll);
  return original((context) => {
    poll.askedAt = performance.now();
    return ask(context);
  }, options);
};
expect.poll = Object.assign(timed, { [TIMED]: original });

afterEach(() => {
  for (const { what, place, startedAt, askedAt } of polls) noteWait({ what, place, ms: askedAt - startedAt });
  polls = [];
});
