import { useParams } from 'react-router';

import { OpenPart } from '../features/closed-site/open-part.tsx';
import { LazySharePanel } from '../features/share-list/lazy-share-panel.tsx';
import { List } from '../features/song-lists/list.tsx';
import { LazySuggestions } from '../features/suggestions/lazy-suggestions.tsx';

export function ListPage() {
  const { id = '' } = useParams();
  return (
    <OpenPart part="songs">
      <div className="page">
        <List
          key={id}
          id={id}
          sharePanel={<LazySharePanel key={id} listId={id} />}
          suggestions={<LazySuggestions key={id} place={{ listId: id }} />}
        />
      </div>
    </OpenPart>
  );
}
