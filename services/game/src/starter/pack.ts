import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { game, type Language } from '@larksong/contracts';
import { recognizePicture } from '@larksong/pictures';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

import { toName } from '../content/name.ts';

/** The path of a file in the pack. */
const PackPath = Type.String({ pattern: '^(?!.*\\.\\.)[\\w-][\\w. -]*(/[\\w-][\\w. -]*)*$' });

const Pack = Type.Object({
  letters: Type.Array(
    Type.Object({
      letter: Type.String(),
      items: Type.Array(
        Type.Object({ name: Type.String(), picture: PackPath, sound: Type.Optional(PackPath) }),
      ),
    }),
  ),
});
export type Pack = Static<typeof Pack>;
export type PackLetter = Pack['letters'][number];

/**
 * Reads the starter pack of a language and returns letters and names in their stored form: `pack.json` of the folder, or
 * `{language}/pack.json` for further packs. Throws an error with one sentence if it is invalid.
 */
export async function readPack(folder: string, language: Language = game.OWN_PACK): Promise<Pack> {
  const file = join(folder, language === game.OWN_PACK ? '' : language, 'pack.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no starter pack: ${file} cannot be read.`, { cause });
  });
  const pack: unknown = JSON.parse(text);
  if (!Value.Check(Pack, pack)) {
    const [error] = Value.Errors(Pack, pack);
    throw new Error(`${file} is not a starter pack: ${error?.instancePath ?? ''} ${error?.message ?? ''}`);
  }
  return { letters: pack.letters.map((letter) => toKept(letter, language)) };
}

function toKept({ letter, items }: PackLetter, language: Language): PackLetter {
  const kept = game.toLetter(letter, language);
  if ('problem' in kept) throw new Error(`"${letter}" of the starter pack: ${kept.problem.message}.`);
  const names = items.map(({ name }) => {
    const result = toName(name);
    if ('problem' in result) throw new Error(`"${name}" of the starter pack: ${result.problem.message}.`);
    return result.name;
  });
  if (new Set(names).size < names.length)
    throw new Error(`The letter ${letter} of the starter pack has a name twice.`);
  return { letter: kept.letter, items: items.map((item, index) => ({ ...item, name: names[index] ?? '' })) };
}

/** Returns the final picture and sound, if there is one, of an item; throws if they are missing or of another format. */
export async function readMedia(
  folder: string,
  item: PackLetter['items'][number],
): Promise<{ picture: Buffer; sound: Buffer | undefined }> {
  const [picture, sound] = await Promise.all([
    readFile(join(folder, item.picture)),
    item.sound === undefined ? undefined : readFile(join(folder, item.sound)),
  ]);
  if (recognizePicture(picture) !== 'png')
    throw new Error(`${item.picture} of the starter pack is not a PNG.`);
  if (sound && game.recognizeSound(sound) !== 'mp3')
    throw new Error(`${item.sound} of the starter pack is not an MP3.`);
  return { picture, sound };
}
