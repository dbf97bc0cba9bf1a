import type { catalog } from '@larksong/contracts';

/** What the tags of a song say. */
export interface SongTags {
  title?: string;
  artist?: string;
  year?: number;
}

/** Returns the tag and the description for what a song's tags say besides its title. */
export function suggestDetails({ artist, year }: SongTags): { tags: catalog.Tag[]; description: string } {
  return {
    tags: artist === undefined ? [] : [{ tagType: 'author', tagValue: artist }],
    description: year === undefined ? '' : `Year: ${year}`,
  };
}
