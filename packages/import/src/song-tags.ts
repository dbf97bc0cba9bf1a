import { isBlank } from '@larksong/contracts';
import { parseBlob, type IAudioMetadata } from 'music-metadata';

import type { SongTags } from './suggest.ts';
import { toPlainText } from './title.ts';

const MAX_TAG = 100;

/**
 * Reads the tags of a song: ID3, Vorbis comments, the items of MP4 and others. Returns nothing if they are broken or
 * the file is not a song. Reads only the parts of the file that hold tags.
 */
export async function readSongTags(file: Blob): Promise<SongTags> {
  const found = await parseBlob(file, { skipCovers: true, duration: false }).catch(() => undefined);
  const { title, artist, albumartist, year } = found?.common ?? {};
  return {
    ...textOf('title', title),
    ...textOf('artist', wholeArtist(found) ?? artist ?? albumartist, MAX_TAG),
    ...(year !== undefined && year > 0 && year < 10_000 ? { year } : {}),
  };
}

/**
 * Returns the artist of an ID3v2.3 or ID3v2.4 tag. The parser takes a slash in it for the end of a name, as the standard
 * of ID3v2.3 does: of `AC/DC`, its `artist` is `AC`.
 */
function wholeArtist(found: IAudioMetadata | undefined): string | undefined {
  const frames = found?.native['ID3v2.4'] ?? found?.native['ID3v2.3'] ?? [];
  const names = frames.filter(({ id }) => id === 'TPE1').map(({ value }) => String(value));
  return names.length > 0 ? names.join('/') : undefined;
}

function textOf<K extends string>(
  key: K,
  text: string | undefined,
  maxLength?: number,
): { [P in K]?: string } {
  const plain = toPlainText(text ?? '', maxLength);
  return isBlank(plain) ? {} : ({ [key]: plain } as { [P in K]?: string }); // TypeScript widens computed keys
}
