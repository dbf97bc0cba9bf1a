/** What a picture or a sound of the memory game belongs to: all cards of one name in a letter. */
export interface Medium {
  letter: string;
  name: string;
}

/** Where a name's picture lies, as people read it (specification section 3). */
export function toPicturePath({ letter, name }: Medium): string {
  return `/Images/${letter}/${name}.png`;
}

/** The same as an address. A version is for the browser alone, which shows a picture of the same address again. */
export function toPictureAddress({ letter, name }: Medium, version = 0): string {
  return withVersion(`/Images/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.png`, version);
}

/** Where a name's sound is, where it has one; the version as for pictures. */
export function toSoundAddress({ letter, name }: Medium, version = 0): string {
  return withVersion(`/Audio/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.mp3`, version);
}

function withVersion(address: string, version: number): string {
  return version === 0 ? address : `${address}?v=${version}`;
}
