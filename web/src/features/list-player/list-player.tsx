import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { LazyPlayer } from '../player/lazy-player.tsx';
import { PlayerFrame } from '../player/player-frame.tsx';
import type { OnPlayback } from '../player/playback/use-playback.ts';
import { ListBar } from './list-bar.tsx';
import { HostedReport, useListHost, type PlayedList } from './list-host.tsx';
import { Strip } from './strip.tsx';
import { useInList } from './use-in-list.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListPlay, type Course } from './use-list-play.ts';
import { useKeepPosition } from './use-list-position.ts';
import { isNearEnd, usePrepared } from './use-prepared.ts';
import { useSong } from './use-song.ts';
import styles from './list-player.module.css';

const AT_BEGINNING = { seconds: 0, isResumed: false };

interface ListPlayerProps {
  list: PlayedList;
  /** Those that can be played. */
  songs: readonly catalog.Video[];
  /** The song with which it begins; otherwise the one that was played last. */
  asked: string | null;
  position: string | null;
}

/** Plays a list through: one player for all songs, and next to it nothing but the list. */
export function ListPlayer({ list, songs, asked, position }: ListPlayerProps) {
  const t = useTexts();
  const [resumed] = useState(() => findResumed(songs, asked ?? '', position));
  const course = useListPlay(songs, asked ?? resumed);
  const { currentId } = course;
  const song = useSong(songs, currentId);
  const { report, isReady, onPlayback, reportProps } = usePlayed(list, course, song);
  const inList = useInList(course, song);
  useListKeys(inList.mediaKeys);
  useAddress(currentId);
  useDocumentTitle(song.title);
  return (
    <div className={classNames('page', styles.play)}>
      <HostedReport
        key={currentId}
        id={currentId}
        isWaiting={inList.isWaiting}
        reportRef={report}
        {...reportProps}
      />
      <h1 dir="auto">{song.title}</h1>
      <div className={styles.stage}>
        {isReady ? (
          <LazyPlayer
            video={song}
            next={[]}
            start={AT_BEGINNING}
            onPlayback={onPlayback}
            onRetry={async () => {}}
            inList={inList}
          />
        ) : (
          <PlayerFrame thumbnail={song.thumbnail} size={song} />
        )}
      </div>
      <ListBar list={list} course={course} isResumed={resumed === currentId} />
      <Strip songs={songs} course={course} label={t('play.songs')} />
    </div>
  );
}

/** Returns the song with which a list is resumed; null if it begins anyway, or with another song. */
function findResumed(songs: readonly catalog.Video[], asked: string, position: string | null): string | null {
  if (songs.some(({ id }) => id === asked)) return null;
  return songs.findIndex(({ id }) => id === position) > 0 ? position : null;
}

/** Follows how far the current song is played: reports it, prepares the next one, and remembers the position. */
function usePlayed(list: PlayedList, course: Course, song: catalog.Video) {
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
function useAddress(currentId: string): void {
  const [search, setSearch] = useSearchParams();
  const show = useEffectEvent((song: string) => {
    if (search.get('song') !== song) setSearch({ song }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => show(currentId), [currentId]);
}
