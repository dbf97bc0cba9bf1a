import type { Endpoint, Input } from '@larksong/contracts';

import type { Line, Rule, Subject } from './permissions.ts';

/** Returns a line that is checked once for each caller. */
export function site<E extends Endpoint>(
  endpoint: E,
  expected: Rule,
  toInput: (subject: Subject) => Input<E>,
): Line {
  return { endpoint, about: 'site', expected, toInput };
}

/** Returns a line that is checked for every video and caller. */
export function video<E extends Endpoint>(
  endpoint: E,
  expected: Rule,
  toInput: (subject: Subject) => Input<E>,
): Line {
  return { endpoint, about: 'video', expected, toInput };
}
