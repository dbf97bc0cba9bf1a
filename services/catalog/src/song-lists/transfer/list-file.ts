import { catalog, Nullable } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The contents of a file of lists. A song is found by the hash of its uploaded file, or else by its title. */
const ListFile = Type.Object({
  format: Type.Literal('larksong-lists'),
  version: Type.Literal(1),
  lists: Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      sign: Type.String(),
      hue: Type.String(),
      letters: Type.Array(Type.String()),
      songs: Type.Array(
        Type.Object({
          title: Type.String(),
          /** As the site keeps it; null if it is not known. */
          hash: Nullable(Type.String()),
        }),
      ),
    }),
  ),
});
export type ListFile = Static<typeof ListFile>;
export type FiledList = ListFile['lists'][number];
export type FiledSong = FiledList['songs'][number];

/** Returns the text of a file of lists. */
export function writeListFile(lists: FiledList[]): string {
  return JSON.stringify({ format: 'larksong-lists', version: 1, lists } satisfies ListFile, null, 2);
}

/** Returns the lists of a file. Throws `CommandError` for anything that `writeListFile` did not make. */
export function readListFile(text: string): FiledList[] {
  let contents: unknown;
  try {
    contents = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CommandError('This is not a file of lists: it is not JSON. Nothing was imported.', { cause });
  }
  if (Value.Check(ListFile, contents)) return contents.lists;
  const [first] = Value.Errors(ListFile, contents);
  const place = first?.instancePath ? ` at ${first.instancePath}` : '';
  throw new CommandError(`This is not a file of lists of this version${place}. Nothing was imported.`);
}

/** Returns the sign and the hue of a list, those of another version of the site replaced. */
export function knownLook({ sign, hue }: Pick<FiledList, 'sign' | 'hue'>) {
  return {
    sign: catalog.LIST_SIGNS.find((known) => known === sign) ?? catalog.LIST_SIGNS[0],
    hue: catalog.CHIP_HUES.find((known) => known === hue) ?? catalog.CHIP_HUES[0],
  };
}
