import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { loadPlayChoices, savePlayChoices } from '../../parts/list-playing.ts';
import { beginList, step, type ListEvent, type ListPlay } from './rules/list-play.ts';
import { currentSong, firstSong, nextSong, previousSong } from './rules/order.ts';

/** The course of a list that is played. */
export interface Course extends ListPlay {
  currentId: string;
  previousId: string | null;
  nextId: string | null;
  /** The song with which the list would begin again; null if none can be played. */
  firstId: string | null;
  send: (event: ListEvent) => void;
}

/** Plays a list with at least one song from `first` on, and follows its changes. */
export function useListPlay(songs: readonly catalog.Video[], first: string | null): Course {
  const ids = songs.map(({ id }) => id);
  const key = ids.join(' ');
  const [play, setPlay] = useState(() => beginList(ids, { first, ...loadPlayChoices() }, Math.random));
  const [played, setPlayed] = useState(key);
  const send = (event: ListEvent) => setPlay((before) => step(before, event, Math.random));
  if (played !== key) {
    setPlayed(key);
    send({ kind: 'change', songs: ids });
  }
  return {
    ...play,
    currentId: currentSong(play.order),
    previousId: previousSong(play.order),
    nextId: nextSong(play.order),
    firstId: firstSong(play.order),
    send: (event) => {
      send(event);
      const { isShuffled, isRepeated } = play.order;
      if (event.kind === 'shuffle') savePlayChoices({ isShuffled: event.isOn, isRepeated });
      if (event.kind === 'repeat') savePlayChoices({ isShuffled, isRepeated: event.isOn });
    },
  };
}
