import { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';

/** Returns a song of a list, as fresh as it is known; the one before if it has left the list and is not known any more. */
export function useSong(songs: readonly catalog.Video[], id: string): catalog.Video {
  const { data } = useCall(catalog.getVideo, { params: { id } }, { enabled: false });
  const found = data?.video ?? songs.find((song) => song.id === id);
  const [kept, setKept] = useState(found);
  if (found !== undefined && found !== kept) setKept(found);
  const song = found ?? kept;
  if (song === undefined) throw new Error('A list is played from one of its songs.');
  return song;
}
