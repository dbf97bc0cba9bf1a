import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { useTexts } from '../../../lib/texts.ts';
import { Status } from '../../../ui/status.tsx';
import { GoodNight } from '../good-night.tsx';
import { NestPlayer } from './nest-player.tsx';
import { NotHere } from '../not-here.tsx';
import { Rests } from '../rests.tsx';
import { useNestPlace, useRowSongs } from '../use-nest-place.ts';
import styles from './play.module.css';

/** Plays the row of the address, from its song on. */
export function Play() {
  const { rowId = '' } = useParams();
  const { data, isError } = useNestPlace();
  const row = useKept(data?.rows.find(({ id }) => id === rowId));
  if (data === undefined) return isError ? <Rests /> : <Waiting />;
  if (data.time.state === 'over') return <GoodNight />;
  return row === undefined ? <NotHere /> : <OpenRow key={row.id} row={row} />;
}

/** Keeps the row while it is read again. One that was taken away is played until its songs are refused. */
function useKept(row: catalog.NestPlaceRow | undefined): catalog.NestPlaceRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  return row ?? kept;
}

/** Plays the row once its song has arrived. */
function OpenRow({ row }: { row: catalog.NestPlaceRow }) {
  const [search] = useSearchParams();
  const [asked] = useState(() => search.get('song') ?? row.position);
  const { songs, hasMore, loadMore } = useRowSongs(row);
  const playable = songs.filter((song) => song.playable);
  const isThere = asked === null || playable.some(({ id }) => id === asked);
  const load = useEffectEvent(loadMore);
  const searched = isThere ? null : songs.length;
  useEffect(() => {
    if (searched !== null) load();
  }, [searched]);
  const [hasPlayed, setPlayed] = useState(false);
  if (!hasPlayed && playable.length > 0 && (isThere || !hasMore)) setPlayed(true);
  if (!hasPlayed) return hasMore ? <Waiting /> : <NotHere />;
  // A song that is not in the row is not played as its first one.
  if (!isThere && search.get('song') === asked) return <NotHere />;
  return <NestPlayer row={row} songs={playable} asked={isThere ? asked : null} onNearEnd={loadMore} />;
}

function Waiting() {
  const t = useTexts();
  return (
    <div className={styles.waiting}>
      <Status className="sr-only">{t('nest.loading')}</Status>
    </div>
  );
}
