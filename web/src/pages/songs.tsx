import { useSearchParams } from 'react-router';

import '../styles/videos.css';
import '../styles/watch.css';
import '../features/videos/videos.css';
import { useSession } from '../features/auth/session.ts';
import { LazyPlayer, prefetchPlayer } from '../features/player/lazy-player.tsx';
import { parseFilter, toFilterText, type VideoFilter } from '../features/videos/filters.ts';
import { VideoBrowser } from '../features/videos/video-browser.tsx';
import { Watch, type PlayableProps } from '../features/videos/watch.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The grid of videos; with `?v=` one of them. */
export function SongsPage() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('v') ?? '';
  const choose = (filter: VideoFilter) => {
    const text = toFilterText(filter);
    setSearch(text === undefined ? {} : { filter: text });
  };
  if (id === '') return <Browse filter={parseFilter(search.get('filter'))} onChoose={choose} />;
  return <Watch key={id} id={id} onChoose={choose} onIntent={prefetchPlayer} renderPlayer={renderPlayer} />;
}

interface BrowseProps {
  filter: VideoFilter;
  onChoose: (filter: VideoFilter) => void;
}

function Browse({ filter, onChoose }: BrowseProps) {
  const { isSuperadmin } = useSession();
  useDocumentTitle('Songs');
  return (
    <VideoBrowser
      filter={filter}
      onChoose={onChoose}
      onIntent={prefetchPlayer}
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

function renderPlayer({ video, onRetry }: PlayableProps) {
  return (
    <LazyPlayer
      source={`/hls/${video.id}/master.m3u8`}
      title={video.title}
      poster={video.thumbnail}
      durationSeconds={video.duration}
      onRetry={onRetry}
    />
  );
}
