import { useEffect, type MouseEvent } from 'react';

/** Resolved when the stage of the previous video has left full screen; null if the next one stays in the page. */
let hasLeft: Promise<void> | null = null;

/** Lets the player of the next video go full screen if this one is. Called when another video is chosen. */
export function stayFullScreen({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const isElsewhere = ctrlKey || metaKey || shiftKey; // another tab or window
  // This stage is about to be removed, which would end full screen later, even that of the next one.
  hasLeft = document.fullscreenElement === null || isElsewhere ? null : document.exitFullscreen();
}

/** Goes full screen again if the previous video was. */
export function useStayFullScreen(stage: HTMLElement | null): void {
  useEffect(() => {
    if (stage === null || hasLeft === null) return;
    // Browsers may refuse if the press on the tile was long ago.
    void hasLeft.then(() => stage.requestFullscreen()).catch(() => {});
    hasLeft = null;
  }, [stage]);
}
