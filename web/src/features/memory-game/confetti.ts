/** Fetches the confetti code early, so that it is available when a game is won, even without a network. */
export function prefetchConfetti(): void {
  fetchConfetti().catch(() => {}); // a victory tries again, and does without it if necessary
}

async function fetchConfetti() {
  return (await import('canvas-confetti')).default;
}

const PIECES_PER_SIDE = 60;
const LASTS_MS = 3_000;
/** The lifetime of a piece in frames of 1/60 s. */
const TICKS = 160;
const HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'];

/**
 * Throws confetti from both sides over a canvas: at most 120 pieces, at most 3 s, none with reduced motion. Returns a
 * function that stops it.
 */
export function throwConfetti(canvas: HTMLCanvasElement): () => void {
  const ending = new AbortController();
  void throwUntil(canvas, ending.signal);
  return () => ending.abort();
}

async function throwUntil(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  // Some browsers disable drawing to save power or to protect privacy.
  if (!canvas.getContext('2d')) return;
  const confetti = await fetchConfetti().catch(() => null); // the praise is shown without it
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
