import { linkedVideo } from '@larksong/contracts';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';

import { SignedInOnly } from '../features/auth/gate.tsx';
import { toFilterText, type VideoFilter } from '../features/videos/filters/filters.ts';
import { LikedVideos } from '../features/videos/liked-videos.tsx';
import { prefetchWatch, WatchView } from '../features/watch/watch-view.tsx';
import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './liked.module.css';

/** The videos that the viewer likes; with `?v=`, one of them. */
export function LikedPage() {
  const [search] = useSearchParams();
  const id = linkedVideo(search);
  return id === '' ? <Liked /> : <WatchLiked id={id} />;
}

function Liked() {
  const t = useTexts();
  useDocumentTitle(t('liked.tab'));
  return (
    <div className="page wide">
      <SignedInOnly message={t('liked.sign-in')}>
        {() => <LikedVideos onIntent={prefetchWatch} />}
      </SignedInOnly>
    </div>
  );
}

function WatchLiked({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const choose = (filter: VideoFilter) => {
    const text = toFilterText(filter);
    if (filter.kind === 'favorites') void navigate(paths.liked);
    else void navigate(text === undefined ? paths.songs : paths.songsOf(text));
  };
  return (
    <>
      <div className={styles.wayBack}>
        <ButtonLink variant="quiet" to={paths.liked}>
          <ArrowLeft className="icon points" aria-hidden />
          {t('liked.back')}
        </ButtonLink>
      </div>
      <WatchView id={id} onChoose={choose} />
    </>
  );
}
