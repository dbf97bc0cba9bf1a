import { useEffect } from 'react';

import { focusHeading } from '../../lib/focus-heading.ts';

/** Moves the focus to the heading as soon as it appears, if somebody came from another page. */
export function useHeadingFocus(hasMoved: boolean): void {
  useEffect(() => (hasMoved ? focusHeading() : undefined), [hasMoved]);
}
