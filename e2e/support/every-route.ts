import { paths } from '../../web/src/paths.ts';

/** The path of every page of the site. */
const ROUTES = Object.values(paths).filter((path) => typeof path === 'string');

/** Returns the pages of the site that the addresses leave out; parameters do not count. */
export function findMissingRoutes(addresses: readonly string[]): string[] {
  const visited = new Set(addresses.map((address) => address.replace(/[?#].*/, '')));
  return ROUTES.filter((path) => !visited.has(path));
}
