import type { catalog } from '@larksong/contracts';

import { formatAge } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ListRequest } from './filters/filters.ts';
import { useVideoList } from './use-video-list.ts';
import { ListStatus, VideoGrid } from './video-grid.tsx';

const LIKED: ListRequest = { filter: { kind: 'favorites' }, q: '' };

/** The videos that the signed-in viewer likes, newest like first. Cards open the video on the same page. */
export function LikedVideos({ onIntent }: { onIntent: () => void }) {
  const t = useTexts();
  const list = useVideoList(LIKED);
  return (
    <>
      <div className="row apart">
        <h1>{t('liked.title')}</h1>
        <ListStatus list={list} />
      </div>
      <VideoGrid
        isWide
        list={list}
        toPath={paths.watchLiked}
        toAge={(video) => toLikedAge(video, t)}
        onIntent={onIntent}
        empty={
          <EmptyState
            meadow
            title={t('liked.none')}
            hint={t('liked.none-hint')}
            action={<ButtonLink to={paths.songs}>{t('liked.songs')}</ButtonLink>}
          />
        }
      />
    </>
  );
}

function toLikedAge({ likedAt, createdAt }: catalog.Video, t: Texts): string {
  if (likedAt === null) return formatAge(createdAt);
  const isNow = Date.now() - Date.parse(likedAt) < 60_000;
  return isNow ? t('liked.just-now') : t('liked.age', { age: formatAge(likedAt) });
}
