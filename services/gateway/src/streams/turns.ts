/** Returns a function that resolves when it is the caller's turn. */
export type Turns = () => Promise<void> | undefined;

/**
 * Returns turns for responses: one for each round of the event loop, in the order in which they asked. The loop accepts one
 * connection and looks at all others in each round, so that hundreds of responses in one round would keep new clients
 * waiting for seconds.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function startRound(): void {
    const next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    setImmediate(startRound);
    next();
  }

  return () => {
    if (isTaken) return new Promise((resolve) => void waiting.push(resolve));
    isTaken = true;
    setImmediate(startRound);
    return undefined;
  };
}
