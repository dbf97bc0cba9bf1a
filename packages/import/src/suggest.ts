import type { catalog } from '@larksong/contracts';

/** The tags of a song. */
export interface SongTags {
  title?: string;
  artist?: string;
  year?: number;
}

/** Returns the tag and the description that follow from a song's tags, apart from its title. */
export function suggestDetails({ artist, year }: SongTags): { tags: catalog.Tag[]; description: string } {
  return {
    tags: artist === undefined ? [] : [{ tagType: 'author', tagValue: artist }],
    description: year === undefined ? '' : `Year: ${year}`,
  };
}
