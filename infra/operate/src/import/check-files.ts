import { catalog } from '@larksong/contracts';
import {
  findTwin,
  isUncertain,
  keepTrying,
  listAmbiguous,
  listSizes,
  type Trying,
  type Twin,
} from '@larksong/import';

import { hashFile } from './hash-file.ts';
import type { LocalFile } from './list-folder.ts';
import type { SiteSession } from './site-session.ts';

export interface Known {
  /** Files that need not be sent, with the reason. */
  twins: Map<LocalFile, NonNullable<Twin<LocalFile>>>;
  hashes: Map<LocalFile, string>;
  /** Files of the size of a video that the site has not compared yet. */
  uncertain: LocalFile[];
}

/** Finds the files that are on the site already, or twice in the folder; reads only those whose size occurs twice. */
export async function checkFiles(
  files: readonly LocalFile[],
  sending: Trying & { site: SiteSession },
): Promise<Known> {
  const { site, signal } = sending;
  const sources: catalog.KnownSource[] = [];
  for (const sizes of listSizes(files)) {
    const ask = () => site.call(catalog.findSources, { body: { sizes } }, { signal });
    sources.push(...(await keepTrying(ask, sending)).data.sources);
  }
  const hashes = new Map<LocalFile, string>();
  for (const file of listAmbiguous(files, sources)) {
    const hash = await hashFile(file.place, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined; // sending it reports the reason
    });
    if (hash !== undefined) hashes.set(file, hash);
  }
  const twins = files.flatMap((file) => {
    const twin = findTwin(file, { files, hashes, sources });
    return twin ? [[file, twin] as const] : [];
  });
  return { twins: new Map(twins), hashes, uncertain: files.filter((file) => isUncertain(file, sources)) };
}
