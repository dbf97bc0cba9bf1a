/** Several at once, so that a hundred do not take a hundred round trips, and the site stays fast for others. */
const MOST_AT_ONCE = 4;

/** Does some work for each item, a few at a time, and returns the results in order. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
  return results;
}
