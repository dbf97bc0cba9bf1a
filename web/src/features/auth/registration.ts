import { auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';

const STALE_AFTER_MS = 5 * 60_000;

/**
 * Returns the reason why no account can be created here, or null if one can. Until the server has answered, everyone
 * may try: it makes the final decision.
 */
export function useRegistration(inviteToken: string | null): string | null {
  const t = useTexts();
  const settings = useCall(auth.getAuthSettings, {}, { staleTime: STALE_AFTER_MS, meta: UNAWAITED });
  const registration = settings.data?.registration ?? 'open';
  if (registration === 'closed') return t('registration.closed');
  return registration === 'invite' && inviteToken === null ? t('registration.invitation-needed') : null;
}
