import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';

const sharePanelChunk = createChunk(() => loadWithTexts('share', () => import('./share-panel.tsx')));

/** The links to a list, in a separate chunk with its messages. The page works without it if it does not load. */
export function LazySharePanel({ listId }: { listId: string }) {
  const { loaded } = useChunk(sharePanelChunk);
  // The page of the list has read it.
  const { data } = useCall(catalog.getSongList, { params: { id: listId } }, { enabled: false });
  return loaded ? <loaded.SharePanel listId={listId} listName={data?.list.name ?? ''} /> : null;
}
