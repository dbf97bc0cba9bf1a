import { useEffect, useEffectEvent } from 'react';

import type { SessionActions, Shown } from './media-session.ts';

/** Shows the song on lock screens and obeys media keys, from when it plays first until the page is left. */
export function useMediaSession(video: HTMLVideoElement | null, shown: Shown, actions: SessionActions): void {
  const { title, thumbnail, uploader } = shown;
  const play = useEffectEvent(() => actions.play());
  const pause = useEffectEvent(() => actions.pause());
  const skip = useEffectEvent((by: number) => actions.skip(by));
  const seek = useEffectEvent((seconds: number) => actions.seek(seconds));
  const { displayName, username } = uploader;
  useEffect(() => {
    if (video === null || !('mediaSession' in navigator)) return undefined;
    const leaving = new AbortController();
    let close: (() => void) | undefined;
    const open = async (): Promise<void> => {
      // Loaded once the song plays, so that it never delays the first picture.
      const module = await import('./media-session.ts').catch(() => undefined);
      if (leaving.signal.aborted || module === undefined) return;
      close = module.openMediaSession(
        video,
        { title, thumbnail, uploader: { displayName, username } },
        { play, pause, skip, seek },
      );
    };
    const start = () => void open();
    if (video.paused) video.addEventListener('playing', start, { once: true, signal: leaving.signal });
    else start();
    return () => {
      leaving.abort();
      close?.();
    };
  }, [video, title, thumbnail, displayName, username]);
}
