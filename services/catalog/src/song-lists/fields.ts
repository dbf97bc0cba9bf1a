import { because, catalog, game, isBlank, type Explanation, type Language } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

/** How a list is called and found, as a caller sends it. */
export interface GivenLook {
  name?: string;
  description?: string;
  sign?: catalog.ListSign;
  hue?: catalog.ChipHue;
  letters?: string[];
}

/** Control characters except tab and line breaks. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** Returns the given parts of a list's look as they are stored. Throws VALIDATION_FAILED. */
export function toLook<Given extends GivenLook>(given: Given): Given {
  const { name, description, letters } = given;
  return {
    ...given,
    ...(name === undefined ? {} : { name: toName(name) }),
    ...(description === undefined ? {} : { description: toDescription(description) }),
    ...(letters === undefined ? {} : { letters: toLetters(letters) }),
  };
}

function toName(text: string): string {
  if (isBlank(text)) refuse(because('list.name-missing'));
  if (CONTROL.test(text)) refuse(because('list.name-characters'));
  return text.replaceAll(/[\t\n\r]+/g, ' ').trim();
}

function toDescription(text: string): string {
  if (CONTROL.test(text)) refuse(because('list.description-characters'));
  return text.trim();
}

/** Returns the letters of a pack, the site's own by default, each once, in the game's order. */
export function toLetters(texts: readonly string[], language?: Language): string[] {
  const letters = new Set<string>();
  for (const text of texts) {
    const result = game.toLetter(text, language);
    if ('problem' in result) refuse(result.problem);
    letters.add(result.letter);
  }
  return [...letters].toSorted((a, b) => game.compareLetters(a, b));
}

function refuse(explanation: Explanation): never {
  throw new AppError('VALIDATION_FAILED', explanation);
}

/** Returns the sign and the hue of a list that chooses none: others than those of the list before. */
export function lookOfNext(listCount: number): { sign: catalog.ListSign; hue: catalog.ChipHue } {
  const signs = catalog.LIST_SIGNS;
  const hues = catalog.CHIP_HUES;
  return {
    sign: signs[listCount % signs.length] ?? 'sun',
    hue: hues[listCount % hues.length] ?? 'lake',
  };
}
