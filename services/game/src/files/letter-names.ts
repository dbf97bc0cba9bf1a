import { EXTENSIONS, type PublicFile, type PublicFolder } from './public-folder.ts';

export interface GameFolders {
  /** Files placed by hand take precedence over those that are part of the game. */
  folder: PublicFolder;
  builtIn: PublicFolder;
}

/** Stands in for the letter in `/Audio/{letter}/{name}.mp3`; cannot be a letter, which is one character. */
export const LETTER_NAMES = 'letters';

const toFile = (letter: string) => `${letter}${EXTENSIONS.Audio}`;

/** Opens the sound of a letter's name that somebody placed by hand; undefined if there is none. */
export function openPlacedLetterName(
  { folder }: GameFolders,
  letter: string,
): Promise<PublicFile | undefined> {
  return folder.open(['Audio', LETTER_NAMES, toFile(letter)]);
}

/** Opens the sound of a letter's name that is part of the game; undefined if there is none. */
export function openBuiltInLetterName(
  { builtIn }: GameFolders,
  letter: string,
): Promise<PublicFile | undefined> {
  return builtIn.open(['sounds', LETTER_NAMES, toFile(letter)]);
}

/** Opens the sound of a letter's name, `/Audio/letters/{letter}.mp3`; undefined if there is none. */
export async function openLetterName(folders: GameFolders, letter: string): Promise<PublicFile | undefined> {
  return (await openPlacedLetterName(folders, letter)) ?? (await openBuiltInLetterName(folders, letter));
}

/** Returns the letters whose name has a sound among the files. */
export async function findSpokenLetters(
  folders: GameFolders,
  letters: Iterable<string>,
): Promise<Set<string>> {
  const spoken = [...new Set(letters)].map(async (letter) => {
    const file = await openLetterName(folders, letter);
    await file?.handle.close();
    return file ? [letter] : [];
  });
  return new Set((await Promise.all(spoken)).flat());
}
