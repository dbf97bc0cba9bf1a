import type { Call } from '@larksong/contracts';
import type { NestSessionDirectory } from '@larksong/service-kit';

import type { Makers } from '../list-links/makers.ts';
import { createNestStreams, type NestStreams } from '../streaming/nest-stream-cookie.ts';
import { createToNestViewer, type ToNestViewer } from './caller.ts';
import { createNestCarers, type NestCarers } from './carers.ts';

/** What the calls and streams of nests share. */
export interface Nests {
  carers: NestCarers;
  nestStreams: NestStreams;
  toNestViewer: ToNestViewer;
}

/** Opens them from the settings. */
export function openNests(
  config: { STREAM_COOKIE_SECRET: string; PUBLIC_URL: string },
  deps: { auth: Call; makers: Makers; nestSessions: NestSessionDirectory },
): Nests {
  const secure = config.PUBLIC_URL.startsWith('https:');
  return {
    carers: createNestCarers(deps),
    nestStreams: createNestStreams({ ...deps, secret: config.STREAM_COOKIE_SECRET, secure }),
    toNestViewer: createToNestViewer(deps),
  };
}
