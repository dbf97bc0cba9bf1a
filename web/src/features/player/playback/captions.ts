import type { catalog } from '@larksong/contracts';

/** Returns the captions in the first available of the languages; another form of it also matches (`pt` for `pt-BR`). */
export function findCaption(
  captions: readonly catalog.Caption[],
  languages: readonly string[],
): catalog.Caption | null {
  for (const language of languages) {
    const found =
      captions.find((caption) => caption.language.toLowerCase() === language.toLowerCase()) ??
      captions.find((caption) => toBase(caption.language) === toBase(language));
    if (found) return found;
  }
  return null;
}

function toBase(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
