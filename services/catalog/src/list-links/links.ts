import type { Call } from '@larksong/contracts';
import type { createRedis, Logger } from '@larksong/service-kit';
import {
  createBrowserCookies,
  createGuesses,
  type BrowserCookies,
  type Guesses,
} from '@larksong/service-kit/codes';

import type { Db } from '../db/tables.ts';
import { createGuestCookies, type GuestCookies } from './guest-cookies.ts';
import { createLinkKeys, linkSecretsOf, type LinkKeys } from './link-keys.ts';
import { createMakers, type Makers } from './makers.ts';

/** What the calls about links share. */
export interface Links {
  keys: LinkKeys;
  guestCookies: GuestCookies;
  browsers: BrowserCookies;
  guesses: Guesses;
  makers: Makers;
}

/** Opens them from the settings. */
export function openLinks(
  config: Parameters<typeof linkSecretsOf>[0] & { PUBLIC_URL: string },
  deps: { db: Db; auth: Call; redis: ReturnType<typeof createRedis>; logger: Logger },
): Links {
  const keys = createLinkKeys(linkSecretsOf(config));
  const secure = config.PUBLIC_URL.startsWith('https:');
  return {
    keys,
    guestCookies: createGuestCookies({ keys, secure }),
    browsers: createBrowserCookies({ signing: keys.signing, secure, path: '/api/links/' }),
    guesses: createGuesses({ ...deps, prefix: 'catalog:guesses:' }),
    makers: createMakers(deps),
  };
}
