import { describe, expect, it } from 'vitest';

import { sayFailure, why } from '../sentences/index.ts';
import { backoffSeconds, codeOf, decideFailure, MAX_FAILURES, tooManyDeaths } from './policy.ts';

const away = {
  cause: 'infrastructure',
  message: 'The worker ran out of space.',
  reason: why('no-space'),
  log: 'ENOSPC',
} as const;

describe('backoffSeconds', () => {
  it('backoffSeconds doubles with each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(backoffSeconds)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });
});

describe('decideFailure', () => {
  it('decideFailure gives up at once if the file is at fault, with the sentence of the failure', () => {
    const failure = { cause: 'input', message: 'This file is not a video.', log: 'Invalid data' } as const;
    expect(decideFailure(0, failure, 'video')).toEqual({
      giveUp: { message: 'This file is not a video.', log: 'Invalid data', code: 'other' },
    });
  });

  it('decideFailure keeps the reason of a file that is at fault', () => {
    const reason = why('too-long', { hourCount: 6 });
    const failure = { cause: 'input', message: sayFailure(reason), reason, log: '' } as const;
    expect(decideFailure(0, failure, 'video')).toMatchObject({ giveUp: { reason } });
  });

  it('the last problem of an older worker is known in English only', () => {
    const { reason: _, ...older } = away;
    expect(decideFailure(MAX_FAILURES - 1, older, 'video')).toMatchObject({
      giveUp: {
        message:
          'This video could not be processed after 5 tries. Please try again later. (The worker ran out of space.)',
        reason: {
          id: 'too-many-tries',
          values: { tryCount: 5, problem: 'The worker ran out of space.' },
        },
      },
    });
  });

  it('decideFailure retries four failures of the infrastructure and gives up at the fifth', () => {
    const decisions = Array.from({ length: MAX_FAILURES }, (_, count) => decideFailure(count, away, 'sound'));
    expect(decisions).toEqual([
      { retryAfterSeconds: 2 },
      { retryAfterSeconds: 4 },
      { retryAfterSeconds: 8 },
      { retryAfterSeconds: 16 },
      {
        giveUp: {
          message:
            'This sound could not be prepared after 5 tries. Please upload it again later. (The worker ran out of space.)',
          reason: {
            id: 'sound-too-many-tries',
            values: { tryCount: 5, problem: 'The worker ran out of space.' },
            cause: { id: 'no-space', values: {} },
          },
          log: 'ENOSPC',
          code: 'worker',
        },
      },
    ]);
  });
});

describe('codeOf', () => {
  it('codeOf keeps the reported code', () => {
    expect(codeOf({ cause: 'infrastructure', code: 'storage' })).toBe('storage');
    expect(codeOf({ cause: 'input', code: 'cut-off' })).toBe('cut-off');
  });
});

describe('tooManyDeaths', () => {
  it('tooManyDeaths says what happened and what to do', () => {
    expect(tooManyDeaths('video')).toEqual({
      message:
        'This file crashed the converter twice, so conversion was stopped. Please export it again in another format.',
      reason: { id: 'too-many-crashes', values: {} },
    });
  });
});
