import { ApiError, catalog } from '@larksong/contracts';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Status } from '../../../ui/status.tsx';
import { GoodNight } from '../good-night.tsx';
import { NestPlayer } from './nest-player.tsx';
import { NotHere } from '../not-here.tsx';
import { Rests } from '../rests.tsx';
import { forgetSongTime, useNestPlace, useRowSongs, useSongTime } from '../use-nest-place.ts';
import styles from './play.module.css';

/** Plays the row of the address, from its song on. */
export function Play() {
  const { rowId = '' } = useParams();
  const { data, isError } = useNestPlace();
  const time = useSongTime();
  useEffect(() => forgetSongTime, []);
  const row = useKept(data?.rows.find(({ id }) => id === rowId));
  if (data === undefined) return isError ? <Rests /> : <Waiting />;
  if (time?.state === 'over') return <GoodNight />;
  return row === undefined ? <NotHere /> : <OpenRow key={row.id} row={row} />;
}

/** Keeps the row while it is read again. One that was taken away is played until its songs are refused. */
function useKept(row: catalog.NestPlaceRow | undefined): catalog.NestPlaceRow | undefined {
  const [kept, setKept] = useState(row);
  if (row !== undefined && row !== kept) setKept(row);
  return row ?? kept;
}

/** Plays the row from the song of the address on, or from the one that was played last. */
function OpenRow({ row }: { row: catalog.NestPlaceRow }) {
  const [search] = useSearchParams();
  const [linked] = useState(() => search.get('song'));
  const [asked] = useState(() => linked ?? row.position);
  // Without a next page, the whole row is here.
  const [isFar] = useState(() => asked !== null && row.nextCursor !== null && !hasSong(row, asked));
  const far = useFarRow(row.id, isFar ? asked : null);
  if (isFar && far.row === undefined && !far.isGone) return far.isAway ? <Rests /> : <Waiting />;
  return <OpenSongs row={far.row ?? row} asked={asked} isLinked={linked !== null} />;
}

function hasSong({ songs }: catalog.NestPlaceRow, id: string): boolean {
  return songs.some((song) => song.id === id && song.playable);
}

/** Reads the part of a row that begins with a song further on in it; null reads nothing. */
function useFarRow(rowId: string, song: string | null) {
  const input = { params: { rowId }, query: song === null ? {} : { song } };
  const { data, error } = useCall(catalog.getNestRow, input, { enabled: song !== null, staleTime: Infinity });
  const isGone = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return { row: data?.row, isGone, isAway: error !== null };
}

interface OpenSongsProps {
  row: catalog.NestPlaceRow;
  /** Null begins with its first song. */
  asked: string | null;
  /** Whether the address names the song. */
  isLinked: boolean;
}

function OpenSongs({ row, asked, isLinked }: OpenSongsProps) {
  const { songs, loadMore } = useRowSongs(row);
  const playable = songs.filter((song) => song.playable);
  // What is taken out later is played until it is refused.
  const [isThere] = useState(() => asked !== null && hasSong(row, asked));
  const [canPlay] = useState(() => playable.length > 0);
  // A song that is not in the row is not played as its first one.
  if (!canPlay || (isLinked && !isThere)) return <NotHere />;
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
