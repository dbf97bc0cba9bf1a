import { catalog, createClient } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { authorizationHeaders, call } from '../../../api/client.ts';
import { invalidate } from '../../../api/invalidate.ts';
import { isWorthRetrying } from '../../../api/query-client.ts';
import { useSession } from '../../auth/session.ts';
import { keepDevicePosition } from './device-positions.ts';
import { updateVideoEverywhere } from './video-cache.ts';
import { leave, NO_REPORTS, observe, type Playback, type Step } from './view-reports.ts';

/** Its requests survive the page. */
const callKeepalive = createClient({
  baseUrl: '',
  headers: authorizationHeaders,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});

/**
 * Reports the opening of a video once, and then how far it is watched (specification section 4). For signed-out viewers
 * this device stores the position. Returns a callback for the playback position in seconds.
 */
export function useViews(id: string, isOpen: boolean): (playback: Playback, position: number) => void {
  const queryClient = useQueryClient();
  const { status } = useSession();
  const reports = useRef(NO_REPORTS);
  useOpening(id, isOpen);

  const { mutate: report } = useMutation({
    mutationFn: ({ seconds, isLeft }: { seconds: number; isLeft: boolean }) =>
      (isLeft ? callKeepalive : call)(catalog.recordView, {
        params: { id },
        body: { watchedDuration: Math.round(seconds * 10) / 10 },
      }),
    // the next report makes up for one that failed
    onSuccess: ({ data }, { seconds }) =>
      updateVideoEverywhere(queryClient, id, {
        viewCount: data.viewCount,
        ...(status === 'signed-out' ? {} : { resumeSeconds: seconds }),
      }),
  });
  const apply = ({ reports: next, report: seconds }: Step, isLeft: boolean) => {
    reports.current = next;
    if (seconds === null) return;
    report({ seconds, isLeft });
    if (status === 'signed-out') keepDevicePosition(id, seconds);
  };
  useLeaving(() => apply(leave(reports.current), true));
  return (playback, position) => {
    apply(observe(reports.current, playback, { position, nowMs: performance.now() }), false);
    if (status === 'signed-out' && playback !== 'paused') keepDevicePosition(id, position);
  };
}

/** Counts one view for each opening of the video; a re-render, or a double effect in development, is not an opening. */
function useOpening(id: string, isOpen: boolean): void {
  const queryClient = useQueryClient();
  const hasOpened = useRef(false);
  const { mutate: open } = useMutation({
    mutationFn: () => call(catalog.recordView, { params: { id }, body: { watchedDuration: 0 } }),
    retry: isWorthRetrying,
    onSuccess: ({ data }) => {
      updateVideoEverywhere(queryClient, id, { viewCount: data.viewCount });
      void invalidate(catalog.listWatchedVideos, catalog.listUnwatchedVideos);
    },
  });
  useEffect(() => {
    if (!isOpen || hasOpened.current) return;
    hasOpened.current = true;
    open();
  }, [isOpen, open]);
}

/** Calls back when the page is hidden, closed, or replaced by another one of the site. */
function useLeaving(onLeave: () => void): void {
  const reportLeaving = useEffectEvent(onLeave);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onHide = () => document.visibilityState === 'hidden' && reportLeaving();
    document.addEventListener('visibilitychange', onHide, { signal });
    window.addEventListener('pagehide', () => reportLeaving(), { signal });
    return () => {
      listening.abort();
      reportLeaving();
    };
  }, []);
}
