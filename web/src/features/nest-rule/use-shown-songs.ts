import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';

type Row = catalog.NestPlaceRow;

/**
 * Reads the songs that a nest shows by its saved rule, each once, with more of its rows on demand until
 * `loadMore` is null.
 */
export function useShownSongs(ruleId: string) {
  const place = useCall(catalog.previewNest, { params: { id: ruleId } });
  const [further, setFurther] = useState<readonly Row[]>([]);
  const rows = place.data?.rows ?? [];
  const lastOf = (row: Row) => further.findLast(({ id }) => id === row.id) ?? row;
  const unfinished = rows.map(lastOf).filter(({ nextCursor }) => nextCursor !== null);
  const more = useMutation({
    mutationFn: async () => {
      const pages: Row[] = [];
      for (const { id: rowId, nextCursor } of unfinished) {
        const query = { cursor: nextCursor ?? '' };
        pages.push((await call(catalog.previewNestRow, { params: { id: ruleId, rowId }, query })).data.row);
      }
      return pages;
    },
    onSuccess: (pages) => setFurther((before) => [...before, ...pages]),
  });
  const all = [...rows, ...further].flatMap(({ songs }) => songs);
  return {
    songs: [...new Map(all.map((song) => [song.id, song])).values()],
    error: place.data === undefined ? place.error : more.error,
    isLoading: place.isPending || more.isPending,
    loadMore: unfinished.length > 0 && !more.isPending ? () => more.mutate() : null,
  };
}
