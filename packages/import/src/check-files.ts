import { catalog, type Call } from '@larksong/contracts';

import type { ListedFile } from './find-films.ts';
import { findTwin, isUncertain, listAmbiguous, listSizes, type Twin } from './known-sources.ts';

export interface CheckedFiles<F> {
  /** Files that need not be sent, with the reason. */
  twins: Map<F, NonNullable<Twin<F>>>;
  /** The hashes that were calculated for this. */
  hashes: Map<F, string>;
  /** Files of the size of a video that the site has not compared yet. */
  uncertain: F[];
}

interface CheckOptions<F> {
  call: Call;
  /** Reads a file and returns its hash. */
  hash: (file: F) => Promise<string>;
  signal: AbortSignal;
  /** Receives how many of the files to read have been read. */
  onRead?: (read: number, total: number) => void;
}

/**
 * Finds the files that are on the site already, or twice among the files. Reads only those whose size occurs twice, one
 * at a time. A file that cannot be read counts as new; sending it reports the reason.
 */
export async function checkFiles<F extends ListedFile>(
  files: readonly F[],
  { call, hash, signal, onRead }: CheckOptions<F>,
): Promise<CheckedFiles<F>> {
  const sources: catalog.KnownSource[] = [];
  for (const sizes of listSizes(files)) {
    // One call after the other, nearly always a single one.
    const answer = await call(catalog.findSources, { body: { sizes } }, { signal });
    sources.push(...answer.data.sources);
  }
  const ambiguous = listAmbiguous(files, sources);
  const hashes = new Map<F, string>();
  for (const [index, file] of ambiguous.entries()) {
    signal.throwIfAborted();
    onRead?.(index, ambiguous.length);
    const found = await hash(file).catch(() => undefined);
    if (found !== undefined) hashes.set(file, found);
  }
  signal.throwIfAborted();
  const twins = files.flatMap((file) => {
    const twin = findTwin(file, { files, hashes, sources });
    return twin ? [[file, twin] as const] : [];
  });
  return { twins: new Map(twins), hashes, uncertain: files.filter((file) => isUncertain(file, sources)) };
}
