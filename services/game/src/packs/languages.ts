import { game, LANGUAGES, type Language } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import { countLetters } from '../content/category-store.ts';
import { listPairCounts } from '../content/item-store.ts';
import type { Db } from '../db/tables.ts';
import { readPack } from '../starter/pack.ts';

interface LanguageDeps {
  db: Db;
  /** The folder of the starter packs. */
  starterDir: string;
}

/** The site's own pack comes first. */
const IN_ORDER = [game.OWN_PACK, ...LANGUAGES.filter((language) => language !== game.OWN_PACK)];

/** Registers the calls that list the packs of all languages. */
export function registerLanguages(register: Register, { db, starterDir }: LanguageDeps): void {
  register(game.listPacks, async () => {
    const packs = await listPairCounts(db);
    const placeOf = ({ language }: game.Pack) => IN_ORDER.indexOf(language);
    return { data: { packs: packs.toSorted((a, b) => placeOf(a) - placeOf(b)) } };
  });

  register(game.listAdminPacks, async () => {
    const counts = await countLetters(db);
    const packs = IN_ORDER.map(async (language): Promise<game.AdminPack> => {
      const letterCount = counts.get(language) ?? 0;
      return { language, letterCount, starter: await describeStarter(starterDir, language) };
    });
    return { data: { packs: await Promise.all(packs) } };
  });
}

async function describeStarter(folder: string, language: Language): Promise<game.StarterPack | null> {
  const known: readonly Language[] = game.STARTER_LANGUAGES;
  if (!known.includes(language)) return null;
  const pack = await readPack(folder, language);
  const letters = pack.letters.map(({ letter }) => letter);
  return {
    wordCount: pack.letters.reduce((sum, { items }) => sum + items.length, 0),
    letters,
    missingLetters: game.ALPHABETS[language].filter((letter) => !letters.includes(letter)),
  };
}
