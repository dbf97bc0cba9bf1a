/**
 * Returns a new list in random order (Fisher–Yates). `random` returns a number from 0 up to but not including 1. Both
 * sides shuffle: game the cards that it deals, and the web client the cards that it deals again without a network.
 */
export function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const index = Math.floor(random() * (last + 1));
    const moved = shuffled[last] as Value; // both indexes are in range
    shuffled[last] = shuffled[index] as Value;
    shuffled[index] = moved;
  }
  return shuffled;
}
