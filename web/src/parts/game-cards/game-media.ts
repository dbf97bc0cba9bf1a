import type { Language } from '@larksong/contracts';

/** The owner of a picture or a sound of the memory game: all cards of one name in a letter. */
export interface Medium {
  letter: string;
  name: string;
  /** Its pack, unless it is the site's own. */
  pack?: Language | undefined;
}

/** Returns the path of a name's picture, unencoded (specification section 3). */
export function toPicturePath({ letter, name, pack }: Medium): string {
  return withQuery(`/Images/${letter}/${name}.png`, { pack });
}

/** Returns the picture's URL. A version makes the browser reload a picture whose URL is otherwise unchanged. */
export function toPictureAddress({ letter, name, pack }: Medium, version = 0): string {
  const path = `/Images/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.png`;
  return withQuery(path, { pack, version });
}

/** Returns the URL of a name's sound, if it has one; the version works as for pictures. */
export function toSoundAddress({ letter, name, pack }: Medium, version = 0): string {
  const path = `/Audio/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.mp3`;
  return withQuery(path, { pack, version });
}

/** Returns the URL of the sound that says a letter, if it has one; the version works as for pictures. */
export function toLetterSoundAddress(letter: string, query: MediumQuery = {}): string {
  return withQuery(`/Audio/letters/${encodeURIComponent(letter)}.mp3`, query);
}

interface MediumQuery {
  pack?: Language | undefined;
  version?: number;
}

function withQuery(path: string, { pack, version = 0 }: MediumQuery): string {
  const parts = [...(pack === undefined ? [] : [`pack=${pack}`]), ...(version === 0 ? [] : [`v=${version}`])];
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
