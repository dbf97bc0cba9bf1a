import { constants } from 'node:fs';
import { open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Kinds of files: their folder and file extension. */
export const EXTENSIONS = { Images: '.png', Audio: '.mp3' } as const;
export type FileKind = keyof typeof EXTENSIONS;

export interface PublicFile {
  handle: FileHandle;
  sizeBytes: number;
  etag: string;
}

/** A folder whose files are public. */
export interface PublicFolder {
  /**
   * Opens a file by its path, given as names without separators; undefined if it does not exist or is outside the folder
   * by way of a link. The caller closes the handle.
   */
  open(names: readonly string[]): Promise<PublicFile | undefined>;
  /** Returns the names of a letter's pictures or sounds in the folder, without extension, composed (NFC). */
  listNames(kind: FileKind, letter: string): Promise<Set<string>>;
  /** Returns a folder in this one. */
  below(name: string): PublicFolder;
}

/**
 * Returns a public folder, which may be missing. It is read on every call, so files can be placed while the site runs.
 */
export function createPublicFolder(root: string): PublicFolder {
  return {
    async open(names) {
      for (const path of spellings(names)) {
        const file = await openBelow(root, path);
        if (file) return file;
      }
      return undefined;
    },
    async listNames(kind, letter) {
      const extension = EXTENSIONS[kind];
      const found = new Set<string>();
      for (const path of spellings([kind, letter]))
        for (const name of await readdir(join(root, ...path)).catch(() => []))
          if (name.endsWith(extension)) found.add(name.slice(0, -extension.length).normalize('NFC'));
      return found;
    },
    below: (name) => createPublicFolder(join(root, name)),
  };
}

/**
 * Returns both spellings of a path: some systems decompose names when they write them (é as e and an accent), and copies
 * keep that.
 */
function spellings(names: readonly string[]): string[][] {
  return names.reduce<string[][]>(
    (paths, name) => {
      const forms = [...new Set([name.normalize('NFC'), name.normalize('NFD')])];
      return paths.flatMap((path) => forms.map((form) => [...path, form]));
    },
    [[]],
  );
}

async function openBelow(root: string, names: string[]): Promise<PublicFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    const folder = await realpath(root);
    const file = await realpath(join(folder, ...names));
    if (!file.startsWith(folder + sep)) return undefined;
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const info = await handle.stat({ bigint: true });
    if (info.isFile())
      return { handle, sizeBytes: Number(info.size), etag: `"${info.ino}-${info.size}-${info.mtimeNs}"` };
  } catch (error) {
    await handle?.close();
    if (isAbsence(error)) return undefined;
    throw error;
  }
  await handle.close();
  return undefined;
}

function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOENT|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EACCES|EPERM|ENXIO)$/.test(code);
}
