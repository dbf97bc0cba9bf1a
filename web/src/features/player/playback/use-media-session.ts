import { useEffect, useEffectEvent, useState } from 'react';

import type { OpenSession, SessionActions, Shown, Surroundings } from './media-session.ts';

interface MediaSessionOptions extends Surroundings {
  shown: Shown;
  actions: SessionActions;
}

/**
 * Shows the song on lock screens and obeys media keys, from when one plays first until the page is left; other songs may
 * follow in the same element.
 */
export function useMediaSession(
  video: HTMLVideoElement | null,
  { shown, actions, ...surroundings }: MediaSessionOptions,
): void {
  const session = useOpenSession(video, actions);
  const { title, thumbnail } = shown;
  const { displayName, username } = shown.uploader;
  useEffect(() => {
    session?.show({ title, thumbnail, uploader: { displayName, username } });
  }, [session, title, thumbnail, displayName, username]);
  const { isPausing } = surroundings;
  const hasPrevious = surroundings.previous !== null;
  const hasNext = surroundings.next !== null;
  const goBack = useEffectEvent(() => surroundings.previous?.());
  const goOn = useEffectEvent(() => surroundings.next?.());
  useEffect(
    () =>
      session?.surround({
        previous: hasPrevious ? goBack : null,
        next: hasNext ? goOn : null,
        isPausing,
      }),
    [session, hasPrevious, hasNext, isPausing],
  );
}

/** Returns the session, which is opened when the element plays first; null until then. */
function useOpenSession(video: HTMLVideoElement | null, actions: SessionActions): OpenSession | null {
  const [session, setSession] = useState<OpenSession | null>(null);
  const play = useEffectEvent(() => actions.play());
  const pause = useEffectEvent(() => actions.pause());
  const skip = useEffectEvent((by: number) => actions.skip(by));
  const seek = useEffectEvent((seconds: number) => actions.seek(seconds));
  useEffect(() => {
    if (video === null || !('mediaSession' in navigator)) return undefined;
    const leaving = new AbortController();
    let close: (() => void) | undefined;
    const open = async (): Promise<void> => {
      // Loaded once the song plays, so that it never delays the first picture.
      const module = await import('./media-session.ts').catch(() => undefined);
      if (leaving.signal.aborted || module === undefined) return;
      const opened = module.openMediaSession(video, { play, pause, skip, seek });
      ({ close } = opened);
      setSession(opened);
    };
    const start = () => void open();
    if (video.paused) video.addEventListener('playing', start, { once: true, signal: leaving.signal });
    else start();
    return () => {
      leaving.abort();
      close?.();
    };
  }, [video]);
  return session;
}
