import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of the web client that makes the site installable: https://www.w3.org/TR/appmanifest. */
export const MANIFEST = 'manifest.webmanifest';

/** Returns a function that returns the manifest with a name; undefined if the client in `root` has none. */
export function createManifestReader(root: string): (siteName: string) => Promise<string | undefined> {
  return async (siteName) => {
    const text = await readFile(join(root, MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const manifest = JSON.parse(text) as Record<string, unknown>; // a file of the web client
    return JSON.stringify({ ...manifest, name: siteName, short_name: siteName });
  };
}
