import { useState } from 'react';

/** Returns which items of a list are selected. Those that leave the list are no longer selected. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: items.filter(({ id }) => selected.has(id)),
    /** Selects all items, or none. */
    selectAll: (isChosen: boolean): void => setSelected(new Set(isChosen ? items.map(({ id }) => id) : [])),
    toggle: (id: string): void => setSelected((before) => toggled(before, id)),
  };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]);
}
