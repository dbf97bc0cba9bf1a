import { catalog } from '@larksong/contracts';
import { findTwin, isUncertain, listAmbiguous, listSizes, type Twin } from '@larksong/import';

import { call } from '../../api/client.ts';
import type { ImportFile } from './dropped-files.ts';
import type { Hasher } from './hasher.ts';

export interface Checked {
  sources: catalog.KnownSource[];
  /** The files that need not be sent, with the reason. */
  twins: Map<ImportFile, NonNullable<Twin<ImportFile>>>;
  /** The hashes that were calculated for this, by file. */
  hashes: Map<ImportFile, string>;
  /** Files of the size of a video that the site has not compared yet. */
  uncertain: ImportFile[];
}

interface CheckOptions {
  hasher: Hasher;
  signal: AbortSignal;
  /** Receives how many files of those to be read have been read. */
  onRead: (read: number, total: number) => void;
}

/**
 * Finds the files that are on the site already, or twice among the files. Reads only those whose size occurs twice. A
 * file that cannot be read counts as new; sending it reports the reason.
 */
export async function checkFiles(
  files: readonly ImportFile[],
  { hasher, signal, onRead }: CheckOptions,
): Promise<Checked> {
  const sources: catalog.KnownSource[] = [];
  for (const sizes of listSizes(files)) {
    // One call after the other, nearly always a single one.
    const answer = await call(catalog.findSources, { body: { sizes } }, { signal });
    sources.push(...answer.data.sources);
  }
  const ambiguous = listAmbiguous(files, sources);
  const hashes = new Map<ImportFile, string>();
  for (const [index, file] of ambiguous.entries()) {
    signal.throwIfAborted();
    onRead(index, ambiguous.length);
    // The hasher reads one file at a time.
    const hash = await hasher.hash(file.file).catch(() => undefined);
    if (hash !== undefined) hashes.set(file, hash);
  }
  signal.throwIfAborted();
  const twins = new Map(
    files.flatMap((file) => {
      const twin = findTwin(file, { files, hashes, sources });
      return twin ? [[file, twin] as const] : [];
    }),
  );
  return { sources, twins, hashes, uncertain: files.filter((file) => isUncertain(file, sources)) };
}
