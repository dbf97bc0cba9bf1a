import { paths } from '../../web/src/paths.ts';

/**
 * The path of every page of the site; a part that begins with a colon stands for any other. Those of nests are only in
 * browsers in which a nest is.
 */
const ROUTES = Object.values(paths)
  .filter((path) => typeof path === 'string')
  .filter((path) => !/^\/nest(\/|$)/.test(path));

/** Returns the pages of the site that the addresses leave out; parameters do not count. */
export function findMissingRoutes(addresses: readonly string[]): string[] {
  const visited = addresses.map((address) => address.replace(/[?#].*/, ''));
  return ROUTES.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
    return !visited.some((path) => pattern.test(path));
  });
}

const UNKNOWN_NEST = '/children/0198f3c2-7a1e-7d40-b1c9-0000000000ff';
const UNKNOWN_CLASS = '/children/classes/0198f3c2-7a1e-7d40-b1c9-0000000000ff';
const UNKNOWN_LIST = '/lists/0198f3c2-7a1e-7d40-b1c9-0000000000ff';
/** The addresses of lists, links and nests that do not exist. */
export const UNKNOWN = {
  list: UNKNOWN_LIST,
  playList: `${UNKNOWN_LIST}/play`,
  poster: `${UNKNOWN_LIST}/poster`,
  link: '/s/k7m4-qx2p-93hd-vt6w',
  child: UNKNOWN_NEST,
  childCards: `${UNKNOWN_NEST}/cards`,
  nestClass: UNKNOWN_CLASS,
  classRule: `${UNKNOWN_CLASS}/rule`,
  classCards: `${UNKNOWN_CLASS}/cards`,
} as const;
