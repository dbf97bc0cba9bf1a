import { isBlank } from '@larksong/contracts';
import { parseBlob } from 'music-metadata';

import type { SongTags } from './suggest.ts';
import { toPlainText } from './title.ts';

const MAX_TAG = 100;

/**
 * Reads the tags of a song: ID3, Vorbis comments, the items of MP4 and others. Returns what they say; nothing if they are
 * broken or the file is no song. Reads only the parts of the file that hold tags.
 */
export async function readSongTags(file: Blob): Promise<SongTags> {
  const found = await parseBlob(file, { skipCovers: true, duration: false }).catch(() => undefined);
  const { title, artist, albumartist, year } = found?.common ?? {};
  return {
    ...textOf('title', title),
    ...textOf('artist', artist ?? albumartist, MAX_TAG),
    ...(year !== undefined && year > 0 && year < 10_000 ? { year } : {}),
  };
}

function textOf<K extends string>(
  key: K,
  text: string | undefined,
  maxLength?: number,
): { [P in K]?: string } {
  const plain = toPlainText(text ?? '', maxLength);
  return isBlank(plain) ? {} : ({ [key]: plain } as { [P in K]?: string }); // TypeScript widens computed keys
}
