import { describe, expect, it } from 'vitest';

import { createViewerKeys } from './viewer-key.ts';

const keys = createViewerKeys('a-secret-of-the-service-0123456789');
const visitor = { network: '192.0.2.1', userAgent: 'Browser' };

describe('viewer keys', () => {
  it('viewer keys are equal for the same viewer and differ between viewers', () => {
    const openers = [
      visitor,
      { ...visitor, network: '192.0.2.2' },
      { ...visitor, userAgent: 'Other' },
      { network: '192.0.2.1B', userAgent: 'rowser' },
      { network: '192.0.2.1' },
      { userId: '192.0.2.1' },
      { userId: 'somebody' },
    ];
    const hex = openers.map((opener) => keys(opener).toString('hex'));
    expect(new Set(hex).size).toBe(openers.length);
    expect(keys({ ...visitor }).toString('hex')).toBe(hex[0]);
  });

  it('viewer keys cannot be computed without the secret', () => {
    const others = createViewerKeys('another-secret-of-a-service-01234567');
    expect(others(visitor).equals(keys(visitor))).toBe(false);
  });
});
