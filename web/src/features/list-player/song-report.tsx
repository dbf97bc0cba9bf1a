import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

import type { OnPlayback } from '../player/playback/use-playback.ts';
import { useVideo } from '../videos/one-video/use-video.ts';
import { useViews } from '../videos/one-video/use-views.ts';
import { isRefusal } from './prepare-song.ts';

export interface SongReportProps {
  id: string;
  /** The song waits for a pause to end: it is prepared, but nobody has opened it. */
  isWaiting: boolean;
  durationSeconds: number | null;
  /** Receives the function that reports how far the song is played. */
  reportRef: RefObject<OnPlayback | null>;
  /** The song may be played now. */
  onReady: () => void;
  /** There is no such song any more. */
  onGone: () => void;
  /** The song plays. */
  onBegin: () => void;
}

/**
 * Keeps the data and the right to the stream of one song of a list fresh, and reports its views as its own page does.
 * Renders nothing. Another song needs another `key`.
 */
export function SongReport({ id, isWaiting, reportRef, ...tell }: SongReportProps) {
  const { query, video, isCurrent } = useVideo(id);
  const [isOpen, setOpen] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const isReady = isCurrent && video?.playable === true;
  if (!isOpen && isReady && !isWaiting) setOpen(true);
  const reportPlayback = useViews(id, isOpen);
  const tellReady = useEffectEvent(tell.onReady);
  const tellGone = useEffectEvent(tell.onGone);
  const tellBegin = useEffectEvent(tell.onBegin);
  const observe = useEffectEvent((...[playback, seconds]: Parameters<OnPlayback>) => {
    reportPlayback(playback, seconds);
    if (playback === 'playing') setBegun(true);
  });
  useEffect(() => {
    reportRef.current = (playback, seconds) => observe(playback, seconds);
    return () => {
      reportRef.current = null;
    };
  }, [reportRef]);
  useEffect(() => {
    if (isReady) tellReady();
  }, [isReady]);
  const { error } = query;
  useEffect(() => {
    if (isRefusal(error)) tellGone();
    else if (error !== null) tellReady(); // the player says what is wrong, and tries on
  }, [error]);
  useEffect(() => {
    if (hasBegun) tellBegin();
  }, [hasBegun]);
  return null;
}
