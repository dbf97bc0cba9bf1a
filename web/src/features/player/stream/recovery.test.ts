import { describe, expect, test } from 'vitest';

import { decideRecovery } from './recovery.ts';

const fresh = { networkFailures: 0, mediaRecoveredAtMs: undefined };

describe('network errors', () => {
  test('network errors are retried with growing pauses of at most 30 s', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((networkFailures) =>
      decideRecovery({ type: 'network', status: undefined }, { ...fresh, networkFailures }, 0),
    );
    expect(waits).toEqual(
      [1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => ({ kind: 'load', waitMs: seconds * 1000 })),
    );
  });

  test.each([401, 403, 404, 410])(
    'a request of the player that fails with the status %i is not repeated',
    (status) => {
      expect(decideRecovery({ type: 'network', status }, fresh, 0)).toEqual({ kind: 'give-up' });
    },
  );

  test.each([0, 429, 500, 503])(
    'a request of the player that fails with the status %i is repeated after a second',
    (status) => {
      expect(decideRecovery({ type: 'network', status }, fresh, 0)).toEqual({ kind: 'load', waitMs: 1000 });
    },
  );
});

describe('media errors', () => {
  test('media errors are recovered once in 5 s', () => {
    const error = { type: 'media', status: undefined } as const;
    expect(decideRecovery(error, fresh, 0)).toEqual({ kind: 'recover-media' });
    expect(decideRecovery(error, { ...fresh, mediaRecoveredAtMs: 1_000 }, 5_999)).toEqual({
      kind: 'give-up',
    });
    expect(decideRecovery(error, { ...fresh, mediaRecoveredAtMs: 1_000 }, 6_000)).toEqual({
      kind: 'recover-media',
    });
  });
});

test('fatal errors other than of network and media stop the player', () => {
  expect(decideRecovery({ type: 'other', status: undefined }, fresh, 0)).toEqual({ kind: 'give-up' });
});
