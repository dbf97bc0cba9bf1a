import { ApiError, catalog } from '@larksong/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OpenPart } from '../closed-site/open-part.tsx';
import { FrameStatus, PlayerFrame } from '../player/player-frame.tsx';
import { ListPlayer } from './list-player.tsx';
import { useListPosition } from './use-list-position.ts';
import styles from './list-player.module.css';

/** A list that is played through, from the song in the address, or from the one that was played last. */
export function ListPlayerView({ id }: { id: string }) {
  return (
    <OpenPart part="songs">
      <OneList key={id} id={id} />
    </OpenPart>
  );
}

function OneList({ id }: { id: string }) {
  const t = useTexts();
  const query = useCall(catalog.getSongList, { params: { id } });
  const list = useKept(query.data?.list);
  if (isAbsent(query.error)) return <NoList />;
  if (list === undefined && query.isError)
    return (
      <div className="page">
        <LoadFailed
          level={1}
          title={t('play.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  if (list === undefined)
    return (
      <div className="page">
        <h1 className="sr-only">{t('lists.title')}</h1>
        <div className={styles.stage}>
          <PlayerFrame thumbnail={null} size={{}}>
            <FrameStatus>{t('player.loading')}</FrameStatus>
          </PlayerFrame>
        </div>
      </div>
    );
  return <OpenList list={list} />;
}

/** Keeps the list while it is read again, for example after signing in, so that the player stays. */
function useKept(list: catalog.SongList | undefined): catalog.SongList | undefined {
  const [kept, setKept] = useState(list);
  if (list !== undefined && list !== kept) setKept(list);
  return list ?? kept;
}

/** Starts to play once there is a song that can be played. */
function OpenList({ list }: { list: catalog.SongList }) {
  const [search] = useSearchParams();
  const position = useListPosition(list);
  const [asked] = useState(() => search.get('song'));
  const playable = list.songs.filter((song) => song.playable);
  const [hasPlayed, setPlayed] = useState(playable.length > 0);
  if (!hasPlayed && playable.length > 0) setPlayed(true);
  if (!hasPlayed) return <NothingToPlay list={list} />;
  return <ListPlayer list={list} songs={playable} asked={asked} position={position} />;
}

function NothingToPlay({ list }: { list: catalog.SongList }) {
  const t = useTexts();
  return (
    <div className="page">
      <EmptyState
        meadow
        level={1}
        title={t('play.empty')}
        action={<ButtonLink to={paths.listOf(list.id)}>{t('play.back')}</ButtonLink>}
      />
    </div>
  );
}

/** An address without a valid id, and a list that the viewer may not see or that was deleted, look the same. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function NoList() {
  const t = useTexts();
  return (
    <div className="page">
      <EmptyState
        meadow
        level={1}
        title={t('play.absent')}
        hint={t('play.absent-hint')}
        action={<ButtonLink to={paths.songs}>{t('video.all-songs')}</ButtonLink>}
      />
    </div>
  );
}
