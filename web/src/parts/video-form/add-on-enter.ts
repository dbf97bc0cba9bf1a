import type { KeyboardEvent } from 'react';

/** Lets Enter add a text instead of sending the form, unless there is none or an input method still composes it. */
export function addOnEnter(
  event: KeyboardEvent,
  { isEmpty, onAdd }: { isEmpty: boolean; onAdd: () => void },
) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || isEmpty) return;
  event.preventDefault();
  onAdd();
}
