import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { toFileKind, type ListedFile } from '@larksong/import';
import { CommandError } from '@larksong/service-kit';

/** A file on this machine. Its path is relative to the imported folder; `place` is its absolute path. */
export interface LocalFile extends ListedFile {
  place: string;
}

/** Lists the files in a folder and all folders within it, without those that systems add. */
export async function listFolder(folder: string): Promise<LocalFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new CommandError(`The folder ${folder} cannot be read: ${toReason(cause)}.`, { cause });
  });
  const files: LocalFile[] = [];
  for (const entry of entries) {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(join(folder, sep).length).split(sep).join('/');
    if (entry.isDirectory() || toFileKind(path) === 'system') continue;
    const found = await stat(place).catch(() => undefined); // a link that leads nowhere, or a file just deleted
    if (found?.isFile()) files.push({ path, sizeBytes: found.size, place });
  }
  return files;
}

function toReason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'ENOTDIR') return 'it is not a folder';
  return code === 'EACCES' ? 'this user may not read it' : String(cause);
}
