import { useEffect, useState } from 'react';

/** Long enough for a screen reader to come to it. Later it may no longer be true, and would still be found on the page. */
const SAID_MS = 10_000;

/** Returns what has just happened, for screen readers, and the function that says it; after a while, it is empty again. */
export function useSaid(): [said: string, say: (sentence: string) => void] {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  // They hear a change only.
  const say = (sentence: string): void =>
    setSaid((before) => (before === sentence ? `${sentence}\u00a0` : sentence));
  return [said, say];
}
