import { createChunk, useChunk } from '../../../lib/chunk.ts';
import type { ApprovalStateProps } from './approval-state.tsx';

/** A separate chunk, since only teachers and superadmins see videos that wait. */
const chunk = createChunk(() => import('./approval-state.tsx'));

/** Says that a video waits for an approval; nothing until its code has arrived, or if it cannot be loaded. */
export function LazyApproval(props: ApprovalStateProps) {
  const { loaded } = useChunk(chunk);
  return loaded && <loaded.ApprovalState {...props} />;
}
