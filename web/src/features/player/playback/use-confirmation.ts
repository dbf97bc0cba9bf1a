import { useEffect, useState } from 'react';

const SHOWN_MS = 600;

/** Returns the text that confirms a shortcut over the picture, and a function that shows one for 600 ms. */
export function useConfirmation(): { text: string; show: (text: string) => void } {
  const [shown, setShown] = useState({ text: '' });
  useEffect(() => {
    if (shown.text === '') return undefined;
    const timer = setTimeout(() => setShown({ text: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  // a new object restarts the timer for an equal text
  return { text: shown.text, show: (text) => setShown({ text }) };
}
