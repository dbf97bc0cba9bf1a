import { useEffect, useEffectEvent } from 'react';
import { useBlocker, type Location } from 'react-router';

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
    while (!(await isThere(location))) {
      const isAgain = await confirmDialog({
        title: 'No connection',
        message: 'This page could not be loaded. The game works without a connection.',
        cancelLabel: 'Back to the game',
        confirmLabel: 'Try again',
      });
      if (gone.aborted) return;
      if (!isAgain) return reset();
    }
    if (!gone.aborted) proceed();
  });
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return undefined;
    const gone = new AbortController();
    void leaveOrStay(gone.signal);
    return () => gone.abort();
  }, [state]);
}

/** Without waiting for anything. */
function isSurelyThere({ pathname }: Location): boolean {
  return navigator.onLine && findPageCode(pathname)?.find() !== undefined;
}

/** Returns whether the code of a page has been loaded, and the server that it will call answers. */
async function isThere({ pathname }: Location): Promise<boolean> {
  try {
    await findPageCode(pathname)?.fetch();
    return navigator.onLine || (await canReachServer());
  } catch {
    // Not the fault of the connection: a full load of the page fetches its current code.
    return canReachServer();
  }
}
