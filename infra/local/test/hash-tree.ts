import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns kind, owner, rights and content of everything in a folder, by path. `skip` leaves out a path with all below it. */
export async function hashTree(
  folder: string,
  skip: (path: string) => boolean = () => false,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = async (path: string): Promise<void> => {
    const full = join(folder, path);
    const stats = await lstat(full);
    const rights = `${stats.uid}:${stats.gid} ${stats.mode.toString(8)}`;
    if (stats.isDirectory()) {
      found[`${path}/`] = rights;
      for (const name of await readdir(full)) {
        const inner = path === '' ? name : `${path}/${name}`;
        if (!skip(inner)) await visit(inner);
      }
    } else if (stats.isSymbolicLink()) found[path] = `${rights} -> ${await readlink(full)}`;
    else
      found[path] = `${rights} ${createHash('sha256')
        .update(await readFile(full))
        .digest('hex')}`;
  };
  await visit('');
  return found;
}

/** Returns the hashes of the readable files whose path matches, by path. */
export async function hashContent(folder: string, wanted: RegExp): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (!entry.isFile() || !wanted.test(path)) continue;
    found[path] = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex');
  }
  return found;
}
