import { catalog } from '@larksong/contracts';

import type { ListedFile } from './find-films.ts';
import { toLanguageTag } from './language.ts';
import type { PlannedFilm } from './plan-import.ts';

/** Why a file is not sent. */
export type Twin<F> =
  | { kind: 'on-site'; source: catalog.KnownSource }
  | { kind: 'in-import'; file: F }
  | undefined;

/** Returns the sizes of files without repetitions, in lists as long as one call takes. */
export function listSizes(files: readonly ListedFile[]): number[][] {
  const sizes = [...new Set(files.map(({ sizeBytes }) => sizeBytes))];
  const count = Math.ceil(sizes.length / catalog.MAX_SOURCE_SIZES);
  return Array.from({ length: count }, (_, index) =>
    sizes.slice(index * catalog.MAX_SOURCE_SIZES, (index + 1) * catalog.MAX_SOURCE_SIZES),
  );
}

/** Returns the files that may be known: only those whose size occurs twice have to be read. */
export function listAmbiguous<F extends ListedFile>(
  files: readonly F[],
  sources: readonly catalog.KnownSource[],
): F[] {
  const known = new Set(sources.map(({ sizeBytes }) => sizeBytes));
  const counts = new Map<number, number>();
  for (const { sizeBytes } of files) counts.set(sizeBytes, (counts.get(sizeBytes) ?? 0) + 1);
  return files.filter(({ sizeBytes }) => known.has(sizeBytes) || (counts.get(sizeBytes) ?? 0) > 1);
}

/** Returns why a file with this hash is not sent: it is on the site, or `files` has it before this one. */
export function findTwin<F extends ListedFile>(
  file: F,
  {
    files,
    hashes,
    sources,
  }: {
    files: readonly F[];
    hashes: ReadonlyMap<F, string>;
    sources: readonly catalog.KnownSource[];
  },
): Twin<F> {
  const hash = hashes.get(file);
  if (hash === undefined) return undefined;
  const source = sources.find((one) => one.hash === hash);
  if (source) return { kind: 'on-site', source };
  const first = files.find((other) => hashes.get(other) === hash);
  return first === undefined || first === file ? undefined : { kind: 'in-import', file: first };
}

/** Returns whether a source has this size and is not hashed yet, so that the file may be on the site unrecognised. */
export function isUncertain(file: ListedFile, sources: readonly catalog.KnownSource[]): boolean {
  return sources.some(({ sizeBytes, hash }) => sizeBytes === file.sizeBytes && hash === null);
}

/**
 * Returns the parts of a film that a video on the site lacks: tags, subtitles in further languages, a first picture.
 */
export function listMissing<F>(
  film: PlannedFilm<F>,
  source: catalog.KnownSource,
): Pick<PlannedFilm<F>, 'tags' | 'captions' | 'picture'> {
  const known = source.captionLanguages.map(toLanguageTag);
  return {
    tags: film.tags,
    captions: film.captions.filter(({ language }) => !known.includes(toLanguageTag(language))),
    picture: source.hasOwnThumbnail ? null : film.picture,
  };
}
