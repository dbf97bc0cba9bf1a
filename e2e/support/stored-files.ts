import { readdir } from 'node:fs/promises';

/** Returns the paths of all objects in a storage folder, without the marks that say which site it belongs to. */
export async function listStoredFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => !path.startsWith(`${folder}/.marks/`));
}
