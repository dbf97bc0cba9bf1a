import { useEffect, useState } from 'react';

/** Returns whether a moment is still to come; false for none. */
export function useIsUntil(moment: string | null): boolean {
  const endMs = moment === null ? 0 : Date.parse(moment);
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const leftMs = endMs - Date.now();
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(() => setNowMs(Date.now()), leftMs);
    return () => clearTimeout(timer);
  }, [endMs]);
  return endMs > nowMs;
}
