import { create } from 'canvas-confetti';

const PIECES_PER_SIDE = 60;
const LASTS_MS = 3_000;
/** The lifetime of a piece in frames of 1/60 s. */
const TICKS = 160;
const HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'];

/** Throws at most 120 pieces from both sides over a canvas: for at most 3 s, and none with reduced motion. */
export function throwConfetti(canvas: HTMLCanvasElement, signal: AbortSignal): void {
  // Some browsers disable drawing to save power or to protect privacy.
  if (!canvas.getContext('2d')) return;
  const fire = create(canvas, { useWorker: false, disableForReducedMotion: true, resize: true });
  for (const side of [0, 1])
    void fire({
      particleCount: PIECES_PER_SIDE,
      origin: { x: side, y: 0.6 },
      angle: side === 0 ? 60 : 120,
      spread: 65,
      startVelocity: 48,
      ticks: TICKS,
      colors: readColours(),
    });
  const timer = setTimeout(() => fire.reset(), LASTS_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    fire.reset();
  });
}

/** Returns the six hues of the cards, and the sun's. */
function readColours(): string[] {
  const style = getComputedStyle(document.documentElement);
  const tokens = [...HUES.map((hue) => `--back-${hue}`), '--sun'];
  return tokens.flatMap(
    (token) =>
      style
        .getPropertyValue(token)
        .match(/#[\da-f]{6}/i)
        ?.slice(0, 1) ?? [],
  );
}
