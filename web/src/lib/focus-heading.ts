/**
 * Focuses the heading of the page, or the page itself if it has none, so that the page is read out and the keyboard
 * starts there; follows if the page replaces its heading. Returns a function that stops following.
 */
export function focusHeading(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => {};
  let focused = focusIn(main);
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    // After a re-render that removed the focused heading, unless the focus has been moved since.
    if (isFocusLost()) focused = focusIn(main);
    else observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Returns whether nothing has the focus, as after the focused element was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusIn(main: HTMLElement): HTMLElement {
  const heading = main.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  const target = heading ?? main;
  target.focus({ preventScroll: true });
  return target;
}
