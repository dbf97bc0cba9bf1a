import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { directionOf } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

/** The file of the web client that makes the site installable: https://www.w3.org/TR/appmanifest. */
export const MANIFEST = 'manifest.webmanifest';

/**
 * Returns a function that returns the manifest with a name, in the language of `t`; undefined if the client in `root` has
 * none.
 */
export function createManifestReader(
  root: string,
): (siteName: string, t: Translate) => Promise<string | undefined> {
  return async (siteName, t) => {
    const text = await readFile(join(root, MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const manifest = JSON.parse(text) as Record<string, unknown>; // a file of the web client
    return JSON.stringify({
      ...manifest,
      name: siteName,
      short_name: siteName,
      description: t('page.description'),
      lang: t.language,
      dir: directionOf(t.language),
    });
  };
}
