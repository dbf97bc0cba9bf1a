import { useEffect, useRef } from 'react';

import { startConfetti } from './confetti.ts';
import styles from './confetti-canvas.module.css';

/** Throws confetti over the whole window once; does not receive clicks. */
export function ConfettiCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? startConfetti(canvas.current) : undefined), []);
  return <canvas ref={canvas} className={styles.confetti} aria-hidden />;
}
