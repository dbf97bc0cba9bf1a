import { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { call } from '../../../api/client.ts';
import { useTexts } from '../../../lib/texts.ts';
import { toHueStyle } from '../../../parts/list-sign.tsx';
import { paths } from '../../../paths.ts';
import { HostedReport, ListHostContext, type ListHost } from '../../list-player/list-host.tsx';
import { isRefusal } from '../../list-player/prepare-song.ts';
import { useInList } from '../../list-player/use-in-list.tsx';
import { useListPlay, type Course } from '../../list-player/use-list-play.ts';
import { AT_BEGINNING, findResumed, useAddress, usePlayed } from '../../list-player/use-played.ts';
import { useSong } from '../../list-player/use-song.ts';
import { LazyPlayer } from '../../player/lazy-player.tsx';
import { prefetchPlayer } from '../../player/player-chunk.ts';
import { PlayerFrame } from '../../player/player-frame.tsx';
import type { InList } from '../../player/player.tsx';
import type { OnPlayback } from '../../player/playback/use-playback.ts';
import { GoodNight } from '../good-night.tsx';
import { useNestPlace, useSongTime } from '../use-nest-place.ts';
import { ComingSong, HeardSong } from './covers.tsx';
import { AgainKey, Keys, PlayKey } from './keys.tsx';
import { NextUp } from './next-up.tsx';
import { Locked } from './locked.tsx';
import { NestReport } from './nest-report.tsx';
import { OneMore } from './one-more.tsx';
import { useLastSong } from './use-last-song.ts';
import { useScreenAwake } from './use-screen-awake.ts';
import coverStyles from './covers.module.css';
import styles from './nest-player.module.css';

// Whoever loads this file plays a song next.
prefetchPlayer();

interface NestPlayerProps {
  row: catalog.NestPlaceRow;
  songs: readonly catalog.Video[];
  /** The song with which it begins; otherwise the one that was played last. */
  asked: string | null;
  /** The song that plays is among the last that have arrived. */
  onNearEnd: () => void;
}

/** Plays a row of a nest through, by the calls of nests. */
export function NestPlayer({ row, ...props }: NestPlayerProps) {
  const [host] = useState(() => createHost(row.id));
  return (
    <ListHostContext value={host}>
      <Stage row={row} {...props} />
    </ListHostContext>
  );
}

function createHost(rowId: string): ListHost {
  return {
    toList: () => paths.nest,
    SongReport: (props) => <NestReport {...props} rowId={rowId} />,
    findSong: async (videoId) => {
      try {
        await call(catalog.getNestSong, { params: { videoId } });
        return 'there';
      } catch (error) {
        return isRefusal(error) ? 'gone' : 'unknown';
      }
    },
    keepPosition: (videoId) =>
      // The next song makes up for one that failed.
      void call(catalog.recordNestPosition, { params: { rowId }, body: { videoId } }).catch(() => {}),
  };
}

/** The picture, and below it the keys of a child. */
function Stage({ row, songs, asked, onNearEnd }: NestPlayerProps) {
  const [resumed] = useState(() => findResumed(songs, asked ?? '', row.position));
  const course = useListPlay(songs, asked ?? resumed);
  const { currentId, phase } = course;
  const song = useSong(songs, currentId);
  const list = { ...row, name: row.name ?? '', songs: [...songs] };
  const { report, isReady, onPlayback, reportProps } = usePlayed(list, course, song);
  const inList = useInList(course, song);
  const last = useLastSong(course);
  const endAt = useEnd(onPlayback);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useNearEnd(songs, currentId, onNearEnd);
  useAddress(currentId);
  useScreenAwake(phase === 'playing');
  const cover = toCover(course, song, songs);
  const [isLocked, setLocked] = useState(false);
  const renderControls: NonNullable<InList['renderControls']> = (player) =>
    slot && createPortal(<PlayKey player={player} />, slot);
  if (last === 'heard') return <GoodNight />;
  return (
    <div className={styles.stage} style={toHueStyle(row.hue)}>
      <HostedReport
        key={currentId}
        id={currentId}
        isWaiting={inList.isWaiting}
        reportRef={report}
        {...reportProps}
      />
      <Picture
        song={song}
        isReady={isReady}
        onPlayback={endAt}
        inList={{ ...inList, cover, renderControls, ...(phase === 'over' && { renderStop: () => cover }) }}
      />
      {last === 'playing' && <OneMore key={currentId} />}
      {!isLocked && <NextUp course={course} songs={songs} className={styles.next} />}
      <PlayerKeys {...{ course, inList, isLocked }} videoId={song.id} onLock={setLocked} onSlot={setSlot} />
    </div>
  );
}

/** Ends a song that is too long to be played out where the answers to its reports say. */
function useEnd(onPlayback: OnPlayback): OnPlayback {
  const endsAt = useSongTime()?.endsAt ?? Infinity;
  return (playback, seconds) => onPlayback(seconds >= endsAt ? 'ended' : playback, seconds);
}

/** What covers the picture between songs, and at the end of the row. */
function toCover(course: Course, song: catalog.Video, songs: readonly catalog.Video[]): ReactNode {
  const { phase, send } = course;
  if (phase === 'playing') return null;
  const next = <NextUp course={course} songs={songs} className={coverStyles.next} />;
  if (phase === 'over')
    return <HeardSong song={song} next={next} onAgain={() => send({ kind: 'choose', id: song.id })} />;
  return (
    <ComingSong song={song} isHeld={phase === 'held'} next={next} onBegin={() => send({ kind: 'begun' })} />
  );
}

interface PictureProps {
  song: catalog.Video;
  isReady: boolean;
  onPlayback: OnPlayback;
  inList: InList;
}

function Picture({ song, isReady, onPlayback, inList }: PictureProps) {
  const volume = useNestPlace().data?.volume ?? 100;
  return (
    <>
      <h1 className="sr-only" dir="auto">
        {song.title}
      </h1>
      <div className={styles.picture}>
        {isReady ? (
          <LazyPlayer
            video={song}
            next={[]}
            start={AT_BEGINNING}
            onPlayback={onPlayback}
            onRetry={async () => {}}
            inList={{ ...inList, maxVolume: volume / 100 }}
          />
        ) : (
          <PlayerFrame thumbnail={song.thumbnail} size={song} />
        )}
      </div>
    </>
  );
}

interface PlayerKeysProps {
  course: Course;
  inList: InList;
  videoId: string;
  isLocked: boolean;
  onLock: (isLocked: boolean) => void;
  /** Receives the place of the key that plays and pauses. */
  onSlot: (slot: HTMLElement | null) => void;
}

function PlayerKeys({ course, inList, videoId, isLocked, onLock, onSlot }: PlayerKeysProps) {
  const t = useTexts();
  const { phase, send } = course;
  const { mediaKeys } = inList;
  if (isLocked) return <Locked onUnlock={() => onLock(false)} />;
  return (
    <Keys
      label={t('nest.keys')}
      videoId={videoId}
      onLock={phase === 'playing' ? () => onLock(true) : null}
      previous={mediaKeys.previous}
      next={phase === 'over' ? null : mediaKeys.next}
    >
      {phase === 'playing' && <span ref={onSlot} className={styles.slot} />}
      {/* After the last song, the picture itself is the key. */}
      {(phase === 'between' || phase === 'held') && <AgainKey onPress={() => send({ kind: 'go-back' })} />}
    </Keys>
  );
}

/** How many songs before the last one that has arrived further ones are loaded. */
const NEAR = 5;

/** Calls back for each song that is played among the last ones that have arrived. */
function useNearEnd(songs: readonly catalog.Video[], currentId: string, onNearEnd: () => void): void {
  const tell = useEffectEvent(onNearEnd);
  const isNear = songs.findIndex(({ id }) => id === currentId) >= songs.length - NEAR;
  const nearId = isNear ? currentId : null;
  useEffect(() => {
    if (nearId !== null) tell();
  }, [nearId]);
}
