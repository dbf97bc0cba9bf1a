/**
 * Returns the tables in an order in which each refers only to earlier ones. Throws if tables refer to each other in a
 * circle.
 */
export function orderTables(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(
      (table) => !references.some(({ from, to }) => from === table && left.includes(to)),
    );
    if (free.length === 0) throw new Error(`These tables refer to each other: ${left.join(', ')}.`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
