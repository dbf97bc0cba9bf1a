import { catalog } from '@larksong/contracts';

import { publicAddress } from '../../lib/public-address.ts';

/** The address of a link, as a whole, and as people read it: without `https://`, which they need not type. */
export interface LinkAddress {
  href: string;
  /** Up to the code. */
  start: string;
  /** In groups of four. */
  code: string;
}

export function toLinkAddress(code: string): LinkAddress {
  const { href, start } = codePageAddress();
  return { href: `${href}/${code}`, start: `${start}/`, code };
}

/** The address at which a code for the board is typed. */
export function codePageAddress(): { href: string; start: string } {
  const { protocol, host, origin } = publicAddress();
  const shown = protocol === 'https:' ? host : origin;
  return { href: origin + catalog.LINK_PAGE, start: shown + catalog.LINK_PAGE };
}
