import { describe } from 'vitest';

import { describeOversizedMedia } from './oversized-media.ts';

describe('what is uploaded besides films', () => {
  describeOversizedMedia({ streamMib: 40, streams: 2, insists: false });
});
