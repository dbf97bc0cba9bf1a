import { useEffect, useState } from 'react';

const SHOWN_MS = 600;

/** A few words over the picture that say for 600 ms what a key did. */
export function useConfirmation(): { text: string; show: (text: string) => void } {
  const [shown, setShown] = useState({ text: '' });
  useEffect(() => {
    if (shown.text === '') return undefined;
    const timer = setTimeout(() => setShown({ text: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  // a new object each time: the same words again are shown for the whole time again
  return { text: shown.text, show: (text) => setShown({ text }) };
}
