import { useEffect } from 'react';
import { useBlocker } from 'react-router';

import { text } from '../lib/texts.ts';
import { confirmDialog } from '../ui/dialog-host.tsx';

/** Asks before the page is left while active: the browser if it is closed, a dialog with `message` within the site. */
export function useLeaveWarning(isActive: boolean, message: string): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);

  const blocker = useBlocker(isActive);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!isActive) {
      blocker.proceed(); // the work ended while the question was open
      return;
    }
    void confirmDialog({
      title: text('leave.title'),
      message,
      confirmLabel: text('leave.confirm'),
      danger: true,
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
    // one question for each attempt to leave
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state]);
}
