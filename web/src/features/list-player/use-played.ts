import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { OnPlayback } from '../player/playback/use-playback.ts';
import { useListHost, type PlayedList } from './list-host.tsx';
import type { Course } from './use-list-play.ts';
import { useKeepPosition } from './use-list-position.ts';
import { isNearEnd, usePrepared } from './use-prepared.ts';

/** Songs of a list are played from their beginnings. */
export const AT_BEGINNING = { seconds: 0, isResumed: false };

/** Returns the song with which a list is resumed; null if it begins anyway, or with another song. */
export function findResumed(
  songs: readonly catalog.Video[],
  asked: string,
  position: string | null,
): string | null {
  if (songs.some(({ id }) => id === asked)) return null;
  return songs.findIndex(({ id }) => id === position) > 0 ? position : null;
}

/** Follows how far the current song is played: reports it, prepares the next one, and remembers the position. */
export function usePlayed(list: PlayedList, course: Course, song: catalog.Video) {
  const { currentId, nextId, phase, send } = course;
  const report = useRef<OnPlayback>(null);
  const [isReady, setReady] = useState(false);
  const [nearEndOf, setNearEndOf] = useState<string | null>(null);
  const keepOwn = useKeepPosition(list.id);
  const { keepPosition = keepOwn } = useListHost();
  const isNear = nearEndOf === currentId && nextId !== currentId;
  usePrepared(isNear ? nextId : null, currentId, (id) => send({ kind: 'skip', id }));
  const keepBeginning = useEffectEvent(() => {
    const [first] = list.songs;
    if (first) keepPosition(first.id);
  });
  useEffect(() => {
    if (phase === 'over') keepBeginning(); // the next time does not resume the last song
  }, [phase]);
  const onPlayback: OnPlayback = (playback, seconds) => {
    report.current?.(playback, seconds);
    if (playback === 'ended') return send({ kind: 'ended' });
    // Somebody has pressed Play in a pause, or gone back in a song that had ended.
    if (playback === 'playing' || phase === 'over') send({ kind: 'begun' });
    if (phase === 'playing' && isNearEnd(seconds, song.duration)) setNearEndOf(currentId);
    return undefined;
  };
  const reportProps = {
    durationSeconds: song.duration,
    onReady: () => setReady(true),
    onGone: () => send({ kind: 'skip', id: currentId }),
    onBegin: () => keepPosition(currentId),
  };
  return { report, isReady, onPlayback, reportProps };
}

/** Keeps the current song in the address, so that a reload continues with it. */
export function useAddress(currentId: string): void {
  const [search, setSearch] = useSearchParams();
  const show = useEffectEvent((song: string) => {
    if (search.get('song') !== song) setSearch({ song }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => show(currentId), [currentId]);
}
