/** Says a word by other means than a decoded sound. Returns a function that stops it. */
export type Utter = (events: { onStart: () => void; onEnd: () => void }) => () => void;

/** A word that is said, or is to be said. */
export interface Utterance {
  begin: () => void;
  /** Ends it; `onEnd` is not called. */
  stop: () => void;
  hasEnded: () => boolean;
}

/** An utterance whose end is not reported, as in some browsers, counts as ended after this time. */
const MAX_UTTERANCE_MS = 8_000;

/** Prepares an utterance, which ends in any case, even if it never begins. */
export function prepareUtterance(
  utter: Utter,
  { onStart, onEnd }: { onStart: () => void; onEnd: () => void },
): Utterance {
  let isOver = false;
  let stopWord: (() => void) | undefined;
  const stop = () => {
    if (isOver) return;
    // First, since browsers may report the end of an utterance while it is stopped.
    isOver = true;
    clearTimeout(timer);
    stopWord?.();
  };
  const end = () => {
    if (isOver) return;
    stop();
    onEnd();
  };
  const timer = setTimeout(end, MAX_UTTERANCE_MS);
  return {
    begin: () => {
      if (!isOver) stopWord = utter({ onStart, onEnd: end });
    },
    stop,
    hasEnded: () => isOver,
  };
}
