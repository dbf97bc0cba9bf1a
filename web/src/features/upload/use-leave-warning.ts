import { useEffect } from 'react';
import { useBlocker } from 'react-router';

import { confirmDialog } from '../../ui/dialog-host.tsx';

/** While an upload runs, leaving the page is asked about: by the browser when it closes, by us inside the site. */
export function useLeaveWarning(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUploading]);

  const blocker = useBlocker(isUploading);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!isUploading) {
      blocker.proceed(); // it ended while the question was open
      return;
    }
    void confirmDialog({
      title: 'Leave this page?',
      message: 'The upload is still running. Leaving this page cancels it.',
      confirmLabel: 'Leave',
      danger: true,
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
    // asked once for each attempt to leave
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state]);
}
