import { linkedVideo } from '@larksong/contracts';
import { useSearchParams } from 'react-router';

import { OpenPart } from '../features/closed-site/open-part.tsx';
import { useSession } from '../features/auth/session.ts';
import {
  parseListRequest,
  toListTitle,
  toSearch,
  type ListRequest,
} from '../features/videos/filters/filters.ts';
import { VideoBrowser } from '../features/videos/video-browser.tsx';
import { prefetchWatch, WatchView } from '../features/watch/watch-view.tsx';
import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The grid of videos; with `?v=`, one of them. Chip and search are in the address: `?filter=…&q=…`. */
export function SongsPage() {
  const [search, setSearch] = useSearchParams();
  const id = linkedVideo(search);
  const show = (request: ListRequest, isTyped = false) => {
    setSearch(toSearch(request), { replace: isTyped, preventScrollReset: isTyped });
  };
  if (id === '')
    return (
      <OpenPart part="songs">
        <Browse request={parseListRequest(search)} onRequest={show} />
      </OpenPart>
    );
  return <WatchView id={id} onChoose={(filter) => show({ filter, q: '' })} />;
}

interface BrowseProps {
  request: ListRequest;
  onRequest: (request: ListRequest, isTyped: boolean) => void;
}

function Browse({ request, onRequest }: BrowseProps) {
  const t = useTexts();
  const { mayUpload } = useSession();
  useDocumentTitle(toListTitle(request));
  return (
    <VideoBrowser
      request={request}
      onRequest={onRequest}
      onIntent={prefetchWatch}
      emptyAction={
        mayUpload ? (
          <ButtonLink to={paths.upload}>{t('no-videos.upload')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>{t('no-videos.play')}</ButtonLink>
        )
      }
    />
  );
}
