import { auth } from '@larksong/contracts';
import { useEffect } from 'react';

import { call } from '../../api/client.ts';
import { readTokens } from '../../api/tokens.ts';
import { updateUser } from './session.ts';

/** Refetches the signed-in user; keeps the known one if that fails. Never rejects. */
export async function refreshUser(): Promise<void> {
  if (readTokens() === null) return;
  try {
    updateUser((await call(auth.getProfile, {})).data.user);
  } catch {
    // The known user stays on the screen; the end of a session is reported elsewhere.
  }
}

/** Keeps the signed-in user up to date while the component is mounted: the email may be verified in another tab. */
export function useFreshUser(): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshUser();
    };
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);
}
