import { ApiError, catalog, createClient } from '@larksong/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { call } from '../../../api/client.ts';
import { sendAsNest } from '../../../api/nest-calls.ts';
import type { SongReportProps } from '../../list-player/song-report.tsx';
import type { OnPlayback } from '../../player/playback/use-playback.ts';
import { FIRST_REPORTS, leave, observe, type Report, type Step } from './reports.ts';
import { keepSongTime, refreshPlace } from '../use-nest-place.ts';

/** Its requests survive the page. */
const sendKeepalive = createClient({
  baseUrl: '',
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});

interface NestReportProps extends SongReportProps {
  rowId: string;
}

/**
 * Reports that a song plays in a nest: when it begins or continues, every ten seconds, and when it stops. The answers say
 * how much time is left. Renders nothing. Another song needs another `key`.
 */
export function NestReport({ id, rowId, isWaiting, reportRef, ...tell }: NestReportProps) {
  const [hasBegun, setBegun] = useState(false);
  const observePlayback = useReports({ id, rowId, isOpen: !isWaiting, onGone: tell.onGone });
  const tellReady = useEffectEvent(tell.onReady);
  const tellBegin = useEffectEvent(tell.onBegin);
  const note = useEffectEvent((...[playback, seconds]: Parameters<OnPlayback>) => {
    if (playback === 'playing') setBegun(true);
    observePlayback(playback, seconds);
  });
  useEffect(() => {
    reportRef.current = (playback, seconds) => note(playback, seconds);
    tellReady(); // the place has opened the streams of all its songs
    return () => {
      reportRef.current = null;
    };
  }, [reportRef]);
  useEffect(() => {
    if (hasBegun) tellBegin();
  }, [hasBegun]);
  return null;
}

interface Reported {
  id: string;
  rowId: string;
  isOpen: boolean;
  onGone: () => void;
}

/** Returns the function that is told how far the song is played, and reports it. */
function useReports({ id, rowId, isOpen, onGone }: Reported): OnPlayback {
  const reports = useRef(FIRST_REPORTS);
  const isHere = useRef(true);
  const send = async ({ seconds, begins }: Report, isLast = false): Promise<void> => {
    const watchedDuration = Math.round(seconds * 10) / 10;
    const input = { params: { videoId: id }, body: { watchedDuration, rowId, begins } };
    try {
      const { data } = isLast
        ? await sendAsNest(sendKeepalive, catalog.recordNestView, input, {})
        : await call(catalog.recordNestView, input);
      // Whoever has left the song has its time no more.
      if (!isLast && isHere.current) keepSongTime(data.time);
    } catch (error) {
      // The next report makes up for one that failed.
      if (!(error instanceof ApiError)) return;
      if (error.code === 'VIDEO_NOT_FOUND') onGone();
      if (error.code === 'NEST_RESTS') void refreshPlace();
    }
  };
  const apply = (step: Step, isLast = false) => {
    reports.current = step.reports;
    if (step.report) void send(step.report, isLast);
  };
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useOpening(isOpen, () => void send({ seconds: 0, begins: true }));
  useLeaving(() => apply(leave(reports.current), true));
  return (playback, seconds) =>
    apply(observe(reports.current, playback, { seconds, nowMs: performance.now() }));
}

/** Calls back once when the song is opened; a double effect in development is no opening. */
function useOpening(isOpen: boolean, onOpen: () => void): void {
  const hasOpened = useRef(false);
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (!isOpen || hasOpened.current) return;
    hasOpened.current = true;
    open();
  }, [isOpen]);
}

/** Calls back when the page is closed or hidden, or the song is left. */
function useLeaving(onLeave: () => void): void {
  const leaveNow = useEffectEvent(onLeave);
  useEffect(() => {
    const onHide = () => leaveNow();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      leaveNow();
    };
  }, []);
}
