import { auth } from '@larksong/contracts';

import { publicAddress } from '../../../lib/public-address.ts';

/** The address of a card: its code is the fragment, which browsers send to no server. */
export interface CardAddress {
  href: string;
  /** Up to the code, as people read it. */
  start: string;
}

export function toCardAddress(code: string): CardAddress {
  const { protocol, host, origin } = publicAddress();
  const shown = protocol === 'https:' ? host : origin;
  return { href: `${origin}${auth.NEST_PAGE}#${code}`, start: `${shown}${auth.NEST_PAGE}#` };
}

/** The address at which a code is typed. */
export function toCodePage(): string {
  const { protocol, host, origin } = publicAddress();
  return (protocol === 'https:' ? host : origin) + auth.NEST_PAGE;
}
