import { useEffect, useRef, useState } from 'react';

/** Plays one sound at a time; it ends with the component. */
export function useSoundPlayer() {
  const [problem, setProblem] = useState<string>();
  const current = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => current.current?.pause(), []);
  return {
    problem,
    play: (address: string): void => {
      setProblem(undefined);
      current.current?.pause();
      const audio = new Audio(address);
      current.current = audio;
      audio.play().catch(() => {
        // One that gave way to the next one did not fail.
        if (current.current === audio) setProblem('The sound could not be played.');
      });
    },
  };
}
