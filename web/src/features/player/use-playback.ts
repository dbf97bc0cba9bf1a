import { useEffect, useEffectEvent } from 'react';

/** To be told while it plays, when it stops and when it is moved; position in seconds. */
export type OnPlayback = (playback: 'playing' | 'paused' | 'ended', position: number) => void;

const EVENTS = ['playing', 'timeupdate', 'pause', 'seeked', 'ended'];

/** Tells where a video element is, several times a second while it plays. */
export function usePlayback(video: HTMLVideoElement | null, onPlayback: OnPlayback): void {
  const tell = useEffectEvent(onPlayback);
  useEffect(() => {
    if (video === null) return undefined;
    const report = () => {
      // an element that is being filled or emptied stands at 0, which is not where its viewer is
      if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      tell(video.ended ? 'ended' : video.paused ? 'paused' : 'playing', video.currentTime);
    };
    const listening = new AbortController();
    for (const event of EVENTS) video.addEventListener(event, report, { signal: listening.signal });
    return () => listening.abort();
  }, [video]);
}
