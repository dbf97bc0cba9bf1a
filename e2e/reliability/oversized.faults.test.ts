import { describe } from 'vitest';

import { useLimitedSite } from './limited-site.ts';
import { describeOversizedFilms } from './oversized-films.ts';
import { describeOversizedMedia } from './oversized-media.ts';

const getTarget = useLimitedSite();

describeOversizedFilms(getTarget, { streamMib: 300 });

describe('media uploads other than films', () => {
  describeOversizedMedia(getTarget, { streamMib: 1024, streams: 4, insists: true, bombs: 8 });
});
