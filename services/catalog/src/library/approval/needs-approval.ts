import { because } from '@larksong/contracts';
import { AppError, SESSION_MAX_AGE_SECONDS, type SessionDirectory, type Viewer } from '@larksong/service-kit';

/** Returns whether what an account makes visible has to be approved. Throws if it may make nothing visible any more. */
export type NeedsApproval = (viewer: Viewer) => Promise<boolean>;

/**
 * Returns the rule: teachers need approval, except trusted ones, and all of them on a site that has none. An upload may
 * have taken hours, so auth is asked what its sender is now: FORBIDDEN is thrown if that is no longer a teacher or a
 * superadmin, and UNAUTHENTICATED if the session has ended. While auth does not answer, the video of a teacher waits, and
 * nothing is lost.
 */
export function createNeedsApproval(deps: {
  sessions: SessionDirectory;
  /** Whether the site has approvals. */
  areApprovalsOn: () => Promise<boolean>;
}): NeedsApproval {
  return async (viewer) => {
    const state = await deps.sessions.get(viewer.sessionId, SESSION_MAX_AGE_SECONDS.staff);
    if (state && !state.active) throw new AppError('UNAUTHENTICATED');
    const isKnown = state?.role !== undefined && state.isStale !== true;
    const role = isKnown ? state.role : viewer.role;
    if (role === 'superadmin') return false;
    if (!isKnown) return true;
    if (!state.teacher) throw new AppError('FORBIDDEN', because('call.staff'));
    return (await deps.areApprovalsOn()) && !state.teacher.isTrusted;
  };
}
