import { game, type Language } from '@larksong/contracts';

import { EXTENSIONS, type PublicFile, type PublicFolder } from './public-folder.ts';

export interface GameFolders {
  /** Files placed by hand take precedence over those that are part of the game. */
  folder: PublicFolder;
  builtIn: PublicFolder;
}

/** Returns the folders of a pack: those of a further pack are named after its language. */
export function foldersOfPack({ folder, builtIn }: GameFolders, pack: Language): GameFolders {
  if (pack === game.OWN_PACK) return { folder, builtIn };
  return { folder: folder.below(pack), builtIn: builtIn.below(pack) };
}

/** Stands in for the letter in `/Audio/{letter}/{name}.mp3`; cannot be a letter, which is one character. */
export const LETTER_NAMES = 'letters';

const toFile = (letter: string) => `${letter}${EXTENSIONS.Audio}`;

/** Opens the hand-placed recording of a letter's name. Returns undefined if there is none. */
export function openPlacedLetterName(
  { folder }: GameFolders,
  letter: string,
): Promise<PublicFile | undefined> {
  return folder.open(['Audio', LETTER_NAMES, toFile(letter)]);
}

/** Opens the recording of a letter's name that comes with the game. Returns undefined if there is none. */
export function openBuiltInLetterName(
  { builtIn }: GameFolders,
  letter: string,
): Promise<PublicFile | undefined> {
  return builtIn.open(['sounds', LETTER_NAMES, toFile(letter)]);
}

/** Opens the recording of a letter's name, `/Audio/letters/{letter}.mp3`. Returns undefined if there is none. */
export async function openLetterName(folders: GameFolders, letter: string): Promise<PublicFile | undefined> {
  return (await openPlacedLetterName(folders, letter)) ?? (await openBuiltInLetterName(folders, letter));
}

type LetterNameSource = Extract<game.MediaSource, 'folder' | 'game'>;

/** Returns the letters whose name has a sound among the files, with the source of the one that is played. */
export async function findSpokenLetters(
  folders: GameFolders,
  letters: Iterable<string>,
): Promise<Map<string, LetterNameSource>> {
  const spoken = [...new Set(letters)].map(async (letter) => {
    const source = await findLetterNameSource(folders, letter);
    return source === undefined ? [] : [[letter, source] as const];
  });
  return new Map((await Promise.all(spoken)).flat());
}

async function findLetterNameSource(
  folders: GameFolders,
  letter: string,
): Promise<LetterNameSource | undefined> {
  if (await isThere(openPlacedLetterName(folders, letter))) return 'folder';
  return (await isThere(openBuiltInLetterName(folders, letter))) ? 'game' : undefined;
}

async function isThere(opening: Promise<PublicFile | undefined>): Promise<boolean> {
  const file = await opening;
  await file?.handle.close();
  return file !== undefined;
}
