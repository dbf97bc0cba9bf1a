import { isSongName, type SongTags } from '@larksong/import';

/** Returns whether a file is probably a song without a picture, so that its tags may say something. */
export function isSongFile({ name, type }: { name: string; type: string }): boolean {
  return type.startsWith('audio/') || isSongName(name);
}

/** Returns the tags of a song; nothing if the code that reads them cannot be loaded. */
export async function readTags(file: File): Promise<SongTags> {
  try {
    const { readSongTags } = await import('@larksong/import/song-tags');
    return await readSongTags(file);
  } catch {
    return {};
  }
}
