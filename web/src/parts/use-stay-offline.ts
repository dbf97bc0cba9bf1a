import { useEffect, useEffectEvent } from 'react';
import { createPath, useBlocker, type Location } from 'react-router';

import { watched } from '../api/slow-reads.ts';
import { text } from '../lib/texts.ts';
import { NoAnswerError } from '../lib/time-limit.ts';
import { canReachServer, findPageCode } from './page-code.ts';
import { confirmDialog } from '../ui/dialog-host.tsx';

/**
 * Keeps the current page if it works without a network and another page that does not is opened; otherwise the current
 * page would be lost and could not be loaded again.
 */
export function useStayOffline(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isSurelyThere(nextLocation),
  );
  const leaveOrStay = useEffectEvent(async (gone: AbortSignal) => {
    if (blocker.state !== 'blocked') return;
    const { location, proceed, reset } = blocker;
    const load = () => window.location.assign(createPath(location));
    for (;;) {
      const answer = await watched(askFor(location), load);
      if (gone.aborted) return;
      if (answer === 'there') return proceed();
      const isAgain = await confirmDialog({
        title: text(`obstacle.${answer}-title`),
        message: text(`obstacle.${answer}`),
        cancelLabel: text('offline.home'),
        confirmLabel: text('failure.retry'),
      });
      if (gone.aborted) return;
      if (!isAgain) return reset();
      // An import that hangs cannot be repeated.
      if (answer === 'silent') return load();
    }
  });
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return undefined;
    const gone = new AbortController();
    void leaveOrStay(gone.signal);
    return () => gone.abort();
  }, [state]);
}

/** Why a page cannot be opened: there is no connection, or no answer. */
type Obstacle = 'away' | 'silent';

/** Without waiting for anything. */
function isSurelyThere({ pathname }: Location): boolean {
  return navigator.onLine && findPageCode(pathname)?.find() !== undefined;
}

/** Returns whether the code of a page has been loaded, and the server that it will call answers. */
async function askFor({ pathname }: Location): Promise<'there' | Obstacle> {
  try {
    await findPageCode(pathname)?.fetch();
    if (navigator.onLine) return 'there';
  } catch (error) {
    if (error instanceof NoAnswerError) return 'silent';
  }
  // If it does, the code is missing for another reason: a full load of the page fetches its current code.
  return (await canReachServer()) ? 'there' : 'away';
}
