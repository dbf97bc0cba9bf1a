import type { catalog } from '@larksong/contracts';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';

import { useStore } from '../../lib/store.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { createReorder, type Reorder } from './reorder.ts';
import { moveSongTo, readSongs } from './move-song.ts';
import { SongRow } from './song-row.tsx';
import styles from './list.module.css';

interface SongRowsProps {
  list: catalog.SongList;
  isEditable: boolean;
}

/** The songs in order. Their owner moves them: by the grip, with a pointer or keys, or by buttons. */
export function SongRows({ list, isEditable }: SongRowsProps) {
  const t = useTexts();
  const hintId = useId();
  const { songs } = list;
  const { reorder, said } = useReorder(list);
  const lifted = useStore(reorder.lifted);
  return (
    <>
      {isEditable && (
        <p id={hintId} hidden>
          {t('list.grip-hint')}
        </p>
      )}
      <ol className={styles.songs} data-moving={lifted === null ? undefined : true}>
        {songs.map((song, index) => (
          <SongRow
            key={song.id}
            listId={list.id}
            song={song}
            index={index}
            count={songs.length}
            reorder={isEditable ? reorder : null}
            hintId={hintId}
            isLifted={song.id === lifted}
          />
        ))}
      </ol>
      {/* Interrupts: the next arrow key makes what it said old. */}
      <output className="sr-only" aria-live="assertive">
        {said}
      </output>
    </>
  );
}

function useReorder({ id, songs }: catalog.SongList): { reorder: Reorder; said: string } {
  const [said, setSaid] = useState('');
  const [reorder] = useState(() =>
    createReorder({
      onDrop: (videoId, to) => flushSync(() => moveSongTo(id, videoId, to)),
      onPlace: (videoId, to, why) => setSaid(describePlace(id, videoId, { to, why })),
    }),
  );
  // What somebody else has changed would move the rows below the hand.
  const order = songs.map((song) => song.id).join(' ');
  useEffect(() => reorder.follow(order), [reorder, order]);
  return { reorder, said };
}

function describePlace(
  listId: string,
  videoId: string,
  { to, why }: { to: number; why: 'lifted' | 'moved' | 'dropped' | 'back' },
): string {
  const songs = readSongs(listId);
  const title = songs.find(({ id }) => id === videoId)?.title ?? '';
  return text(`list.place-${why}`, { title, place: to + 1, count: songs.length });
}
