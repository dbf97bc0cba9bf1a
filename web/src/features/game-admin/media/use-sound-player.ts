import { useEffect, useRef, useState } from 'react';

import { text } from '../../../lib/texts.ts';

/** Plays one sound at a time and stops on unmount. */
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
        // A sound that the next one replaced did not fail.
        if (current.current === audio) setProblem(text('media.not-played'));
      });
    },
  };
}
