import { describe, expect, it } from 'vitest';

import { backoffSeconds, codeOf, decideFailure, MAX_FAILURES, tooManyDeaths } from './policy.ts';

const wording = {
  failed: 'This song could not be prepared',
  tryAgain: 'Please try again later.',
  changeFile: 'Please export it again.',
};
const away = { cause: 'infrastructure', message: 'Storage is away.', log: 'ECONNREFUSED' } as const;

describe('backoffSeconds', () => {
  it('backoffSeconds doubles with each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(backoffSeconds)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });
});

describe('decideFailure', () => {
  it('decideFailure gives up at once if the file is at fault, with the sentence of the failure', () => {
    const failure = { cause: 'input', message: 'This file is not a video.', log: 'Invalid data' } as const;
    expect(decideFailure(0, failure, wording)).toEqual({
      giveUp: { message: 'This file is not a video.', log: 'Invalid data', code: 'other' },
    });
  });

  it('decideFailure retries four failures of the infrastructure and gives up at the fifth', () => {
    const decisions = Array.from({ length: MAX_FAILURES }, (_, count) => decideFailure(count, away, wording));
    expect(decisions).toEqual([
      { retryAfterSeconds: 2 },
      { retryAfterSeconds: 4 },
      { retryAfterSeconds: 8 },
      { retryAfterSeconds: 16 },
      {
        giveUp: {
          message:
            'This song could not be prepared after 5 tries. Please try again later. (Storage is away.)',
          log: 'ECONNREFUSED',
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
    expect(tooManyDeaths(wording)).toBe(
      'This file crashed the converter twice, so conversion was stopped. Please export it again.',
    );
  });
});
