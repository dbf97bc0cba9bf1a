import { describe } from 'vitest';

import { useLimitedSite } from './limited-site.ts';
import { describeOversizedFilms } from './oversized-films.ts';
import { describeOversizedMedia } from './oversized-media.ts';

const getTarget = useLimitedSite();

describeOversizedFilms(getTarget, { streamMib: 60 });

describe('media uploads other than films', () => {
  describeOversizedMedia(getTarget, { streamMib: 40, streams: 2, insists: false, bombs: 2 });
});
