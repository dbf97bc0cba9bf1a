import { useEffect, useRef, useState } from 'react';

/** What is as near as this to the screen counts as seen, so that it has arrived when it comes into view. */
const AHEAD = '600px';

/** Returns whether an element is, or was, on the screen or near it: 120 nests at once would be 240 calls. */
export function useSeen<E extends Element>() {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (isSeen || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}
