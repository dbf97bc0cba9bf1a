import type { catalog } from '@larksong/contracts';

export type Paper = 'a4' | 'letter';

/** What a poster shows: the list as guests see it. */
export interface PosterContent {
  list: Pick<catalog.SongList, 'name' | 'hue' | 'letters'>;
  songs: readonly catalog.Video[];
  code: string;
  endsAt: string | null;
}
