import type { Rolldown } from 'vite';

/** Chunks import each other, so that one runs before what it needs. Groups of `vite.config.ts` cause and mend that. */
class CircleError extends Error {
  constructor(names: string[]) {
    super(`Chunks import each other: ${names.join(' → ')}. See codeSplitting in vite.config.ts.`);
  }
}

/**
 * Returns the addresses of the files with which some modules are loaded after the first ones: first the code, in the order
 * of the modules, then the style sheets.
 */
export function listFiles(bundle: Rolldown.OutputBundle, modules: readonly RegExp[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const find = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName);
  const withImports = (
    chunk: Rolldown.OutputChunk,
    importers: readonly Rolldown.OutputChunk[] = [],
  ): Rolldown.OutputChunk[] => {
    const path = [...importers, chunk];
    if (importers.includes(chunk)) throw new CircleError(path.map(({ name }) => name));
    return [
      chunk,
      ...chunk.imports.flatMap((name) => find(name) ?? []).flatMap((found) => withImports(found, path)),
    ];
  };
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => withImports(chunk)));
  const wanted = modules
    .flatMap((module) =>
      chunks
        .filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
        .flatMap((chunk) => withImports(chunk)),
    )
    .filter((chunk) => !first.has(chunk));
  const styles = wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...new Set([...wanted.map(({ fileName }) => fileName), ...styles])].map((name) => `/${name}`);
}
