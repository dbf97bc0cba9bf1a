import { useEffect, useEffectEvent, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { FrameStatus } from '../player/player-frame.tsx';
import { Stopped } from '../player/stopped.tsx';
import { useListHost } from './list-host.tsx';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

interface SongStopProps {
  id: string;
  /** Returns whether to try again without being asked. */
  mayRetry: () => boolean;
  onRetry: () => void;
  onGone: () => void;
}

/**
 * Covers the picture of a song that cannot continue. A song that is gone is skipped without a word; one that exists is
 * tried once more, since the right to its stream has been renewed by then; without a connection, the list waits.
 */
export function SongStop({ id, mayRetry, onRetry, onGone }: SongStopProps) {
  const t = useTexts();
  const { findSong } = useListHost();
  const [phase, setPhase] = useState<'asking' | 'waiting' | 'final'>('asking');
  const skip = useEffectEvent(onGone);
  const find = useEffectEvent((song: string) => findSong(song));
  const retry = useEffectEvent(() => {
    if (mayRetry()) onRetry();
    else setPhase('final');
  });
  useEffect(() => {
    const leaving = new AbortController();
    const look = async () => {
      for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
        const found = await find(id);
        if (leaving.signal.aborted) return;
        if (found === 'gone') return skip();
        if (found === 'there') return retry();
        setPhase('waiting');
        await onlineOrAfter(waitMs, leaving.signal);
        if (leaving.signal.aborted) return;
      }
    };
    void look();
    return () => leaving.abort();
  }, [id]);
  if (phase === 'final') return <Stopped onRetry={onRetry} />;
  if (phase === 'asking') return <FrameStatus>{t('player.loading')}</FrameStatus>;
  return <FrameStatus>{t(`player.outage-${navigator.onLine ? 'site' : 'network'}`)}</FrameStatus>;
}

function onlineOrAfter(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    window.addEventListener('online', done, { signal });
    signal.addEventListener('abort', done, { once: true });
  });
}
