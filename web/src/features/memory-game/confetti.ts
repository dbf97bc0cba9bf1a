/** Loads what throws confetti, early enough that it is here when a game is won, also without network. */
export function prefetchConfetti(): void {
  fetchConfetti().catch(() => {}); // victory tries again, and does without
}

async function fetchConfetti() {
  return (await import('canvas-confetti')).default;
}

const PIECES_PER_SIDE = 60;
const LASTS_MS = 3_000;
/** Frames of 1/60 s that a piece lives. */
const TICKS = 160;
const HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'];

/**
 * Throws confetti from both sides over a canvas: at most 120 pieces, at most 3 s, none with reduced motion.
 * Returns what ends it.
 */
export function throwConfetti(canvas: HTMLCanvasElement): () => void {
  const ending = new AbortController();
  void throwUntil(canvas, ending.signal);
  return () => ending.abort();
}

async function throwUntil(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  // Some browsers give no drawing, to save power or to protect who reads.
  if (!canvas.getContext('2d')) return;
  const confetti = await fetchConfetti().catch(() => null); // the praise stands without it
  if (!confetti || signal.aborted) return;
  const fire = confetti.create(canvas, { useWorker: false, disableForReducedMotion: true, resize: true });
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

/** The six hues of the cards, and sun. */
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
