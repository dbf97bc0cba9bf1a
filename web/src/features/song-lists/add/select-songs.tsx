import { useStore } from '../../../lib/store.ts';
import { useChunk } from '../../../lib/chunk.ts';
import { addToList } from './chunk.ts';
import { selection, toggleSelected } from './selection.ts';

/** The box of a song while songs are selected. */
export function SelectBox({
  id,
  label,
  className,
}: {
  id: string;
  label: string;
  className?: string | undefined;
}) {
  const isSelected = useStore(selection)?.has(id) ?? false;
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={label}
        data-selects={id}
        checked={isSelected}
        onChange={() => toggleSelected(id)}
      />
    </label>
  );
}

/** What can be done with the selected songs; nothing while songs are opened, not selected. */
export function Selected() {
  return useStore(selection) !== null && <Bar />;
}

function Bar() {
  const { loaded } = useChunk(addToList);
  return loaded ? <loaded.SelectionBar /> : null;
}
