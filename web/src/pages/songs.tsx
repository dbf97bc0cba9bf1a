import { useSearchParams } from 'react-router';

import { useSession } from '../features/auth/session.ts';
import { readWish, toSearch, type ListWish } from '../features/videos/filters.ts';
import { VideoBrowser } from '../features/videos/video-browser.tsx';
import { prefetchWatch, WatchView } from '../features/watch/watch-view.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The grid of videos; with `?v=`, one of them. Chip and search are in the address: `?filter=…&q=…`. */
export function SongsPage() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('v') ?? '';
  const show = (wish: ListWish, isTyped = false) => {
    setSearch(toSearch(wish), { replace: isTyped, preventScrollReset: isTyped });
  };
  if (id === '') return <Browse wish={readWish(search)} onWish={show} />;
  return <WatchView id={id} onChoose={(filter) => show({ filter, q: '' })} />;
}

interface BrowseProps {
  wish: ListWish;
  onWish: (wish: ListWish, isTyped: boolean) => void;
}

function Browse({ wish, onWish }: BrowseProps) {
  const { isSuperadmin } = useSession();
  useDocumentTitle('Songs');
  return (
    <VideoBrowser
      wish={wish}
      onWish={onWish}
      onIntent={prefetchWatch}
      emptyAction={
        isSuperadmin ? (
          <ButtonLink to={paths.upload}>Upload Video</ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>Play the memory game</ButtonLink>
        )
      }
    />
  );
}
