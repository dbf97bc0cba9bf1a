import { useEffect, type MouseEvent } from 'react';

let isWanted = false;

/** Lets the player of the next video go full screen if this one is. Called when another video is chosen. */
export function stayFullScreen({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const isElsewhere = ctrlKey || metaKey || shiftKey; // another tab or window
  isWanted = document.fullscreenElement !== null && !isElsewhere;
}

/** Goes full screen again if the previous video was: its stage, and with it full screen, ended with the page. */
export function useStayFullScreen(stage: HTMLElement | null): void {
  useEffect(() => {
    if (stage === null || !isWanted) return;
    isWanted = false;
    // Browsers may refuse if the press on the tile was long ago.
    stage.requestFullscreen().catch(() => {});
  }, [stage]);
}
