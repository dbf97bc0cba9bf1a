/** The owner of a picture or a sound of the memory game: all cards of one name in a letter. */
export interface Medium {
  letter: string;
  name: string;
}

/** Returns the path of a name's picture, unencoded (specification section 3). */
export function toPicturePath({ letter, name }: Medium): string {
  return `/Images/${letter}/${name}.png`;
}

/** Returns the picture's URL. A version makes the browser reload a picture whose URL is otherwise unchanged. */
export function toPictureAddress({ letter, name }: Medium, version = 0): string {
  return withVersion(`/Images/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.png`, version);
}

/** Returns the URL of a name's sound, if it has one; the version works as for pictures. */
export function toSoundAddress({ letter, name }: Medium, version = 0): string {
  return withVersion(`/Audio/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.mp3`, version);
}

/** Returns the URL of the sound that says a letter, if it has one; the version works as for pictures. */
export function toLetterSoundAddress(letter: string, version = 0): string {
  return withVersion(`/Audio/letters/${encodeURIComponent(letter)}.mp3`, version);
}

function withVersion(address: string, version: number): string {
  return version === 0 ? address : `${address}?v=${version}`;
}
