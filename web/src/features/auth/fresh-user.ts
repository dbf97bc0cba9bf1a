import { auth } from '@larksong/contracts';
import { useEffect } from 'react';

import { call } from '../../api/client.ts';
import { readTokens } from '../../api/tokens.ts';
import { updateUser } from './session.ts';

/** Asks for the signed-in user anew; what the server does not say now stays as it is known. Never rejects. */
export async function refreshUser(): Promise<void> {
  if (readTokens() === null) return;
  try {
    updateUser((await call(auth.getProfile, {})).data.user);
  } catch {
    // What is shown is still what was true last; a session that has ended tells so itself.
  }
}

/** Keeps the signed-in user true while the component is shown: an email is verified in another tab. */
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
