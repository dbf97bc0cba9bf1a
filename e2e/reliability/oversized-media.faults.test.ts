import { describe } from 'vitest';

import { describeOversizedMedia } from './oversized-media.ts';

describe('what is uploaded besides films', () => {
  describeOversizedMedia({ streamMib: 1024, streams: 4, insists: true });
});
