import type { catalog } from '@larksong/contracts';

/** The captions in the first of the languages that there are any in, also in another form of it (`pt` for `pt-BR`). */
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
