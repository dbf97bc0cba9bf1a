import { useEffect } from 'react';

import { focusHeading } from '../../lib/focus-heading.ts';

/** Moves the focus to the heading once it is there, if somebody came from another page. */
export function useHeadingFocus(hasMoved: boolean): void {
  useEffect(() => (hasMoved ? focusHeading() : undefined), [hasMoved]);
}
