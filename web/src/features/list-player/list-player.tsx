import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { LazyPlayer } from '../player/lazy-player.tsx';
import { PlayerFrame } from '../player/player-frame.tsx';
import { ListBar } from './list-bar.tsx';
import { HostedReport, type PlayedList } from './list-host.tsx';
import { Strip } from './strip.tsx';
import { useInList } from './use-in-list.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListPlay } from './use-list-play.ts';
import { AT_BEGINNING, findResumed, useAddress, usePlayed } from './use-played.ts';
import { useSong } from './use-song.ts';
import styles from './list-player.module.css';

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
