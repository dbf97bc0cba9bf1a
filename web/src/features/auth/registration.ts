import { auth, ERRORS } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';

const KNOWN_FOR_MS = 5 * 60_000;

/**
 * Why no account can be created here, or null when one can. Until the server has said so everybody may try:
 * it decides by itself.
 */
export function useRegistration(inviteToken: string | null): string | null {
  const settings = useCall(auth.getAuthSettings, {}, { staleTime: KNOWN_FOR_MS });
  const registration = settings.data?.registration ?? 'open';
  if (registration === 'closed') return ERRORS.REGISTRATION_CLOSED.message;
  return registration === 'invite' && inviteToken === null ? ERRORS.INVITATION_NEEDED.message : null;
}
