/* Where the launcher keeps the Node and the pnpm that it downloads. Plain JavaScript, as the launcher. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the users of the services may read what root has installed; root's home is closed to them. */
const CACHE_OF_ROOT = '/var/cache/larksong';

/** Bits of a mode by which the group or others may write. */
const WRITABLE_BY_OTHERS = 0o022;
/** In such a folder, like /tmp, nobody can replace somebody else's files. */
const STICKY = 0o1000;

/** Returns the folder of the cache: the one that is set, or the one of this user. */
export function chooseCache(environment, isRoot) {
  if (environment.LARKSONG_CACHE) return environment.LARKSONG_CACHE;
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, 'larksong');
  const isOpen = isRoot && process.platform === 'linux';
  return isOpen ? CACHE_OF_ROOT : join(homedir(), '.cache', 'larksong');
}

/**
 * Returns the first part of a path that a user other than these could replace; undefined if only they control where the
 * path leads.
 */
export function findForeignPart(path, trustedUids) {
  for (let part = realpathSync(path); ; part = dirname(part)) {
    const { uid, mode } = statSync(part);
    const isOpen = (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
    if (!trustedUids.includes(uid) || isOpen) return part;
    if (part === dirname(part)) return undefined;
  }
}
