import { useEffect, useEffectEvent } from 'react';

/** Called while the video plays, when it stops, and after a seek. The position is in seconds. */
export type OnPlayback = (playback: 'playing' | 'paused' | 'ended', position: number) => void;

const EVENTS = ['playing', 'timeupdate', 'pause', 'seeked', 'ended'];

/** Reports the position of a video element, several times a second while it plays. */
export function usePlayback(video: HTMLVideoElement | null, onPlayback: OnPlayback): void {
  const tell = useEffectEvent(onPlayback);
  useEffect(() => {
    if (video === null) return undefined;
    const report = ({ type }: Event) => {
      // an element that is being loaded or emptied is at 0, which is not the viewer's position
      if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      // At the end, `ended` is the last of several events; before it, nobody may take the song away.
      if (video.ended && type !== 'ended' && type !== 'seeked') return;
      tell(video.ended ? 'ended' : video.paused ? 'paused' : 'playing', video.currentTime);
    };
    const listening = new AbortController();
    for (const event of EVENTS) video.addEventListener(event, report, { signal: listening.signal });
    return () => listening.abort();
  }, [video]);
}
