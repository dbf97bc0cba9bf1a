import { SESSION_MAX_AGE_SECONDS, type SessionDirectory, type Viewer } from '@larksong/service-kit';

/** Returns whether what an account makes visible has to be approved. */
export type NeedsApproval = (viewer: Viewer) => Promise<boolean>;

/**
 * Returns the rule: teachers need approval, except trusted ones, and all of them on a site that has none. An upload may
 * have taken hours, so that auth has to confirm now that its sender still is a teacher, and trusted; otherwise the video
 * waits, and nothing is lost.
 */
export function createNeedsApproval(deps: {
  sessions: SessionDirectory;
  /** Whether the site has approvals. */
  areApprovalsOn: () => Promise<boolean>;
}): NeedsApproval {
  return async ({ role, teacher, sessionId }) => {
    if (role === 'superadmin') return false;
    const isOn = await deps.areApprovalsOn();
    if (isOn && !teacher?.isTrusted) return true;
    const state = await deps.sessions.get(sessionId, SESSION_MAX_AGE_SECONDS.staff);
    if (!state?.active || state.isStale === true) return true;
    if (state.role === 'superadmin') return false;
    return !state.teacher || (isOn && !state.teacher.isTrusted);
  };
}
