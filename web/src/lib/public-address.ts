/** The gateway writes the picture of link previews into each page, with the address under which people reach the site. */
const META = 'meta[property="og:image"]';

/** Returns the address that links to this site begin with; in development, that of the page. */
export function publicAddress(): URL {
  const content = document.querySelector<HTMLMetaElement>(META)?.content ?? '';
  return new URL(URL.canParse(content) ? new URL(content).origin : window.location.origin);
}

/**
 * What is wrong with an address that others should open: `local` leads only to the machine itself, `number` is an IP address,
 * which changes and has no certificate, and `unsafe` has no https.
 */
export type AddressTrouble = 'local' | 'number' | 'unsafe';

/** Returns the worst of what is wrong with an address; null if nothing is. */
export function findAddressTrouble({ hostname, protocol }: URL): AddressTrouble | null {
  if (/^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])\.?$/.test(hostname)) return 'local';
  if (/^(\d+\.\d+\.\d+\.\d+|\[.+\])$/.test(hostname)) return 'number';
  return protocol === 'https:' ? null : 'unsafe';
}
