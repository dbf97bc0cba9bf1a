import { because, isBlank, type catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Static } from 'typebox';

import type { Db, Trx, VideoRow } from '../db/tables.ts';
import { approvalOf } from '../library/approval/approval.ts';
import type { UserDeps } from '../library/editing/private-user.ts';
import { applyChanges, refuseUnknown } from '../library/editing/update-video.ts';
import { lockVideo } from '../library/videos/store.ts';
import { toSubject } from '../library/videos/video.ts';
import { addNotice, deleteDecisionNotices } from '../transcoding/notices/store.ts';
import { findDecider, markApproved, markSentBack } from './store.ts';

type Decision = Static<typeof catalog.decideApproval.body>;

/**
 * Approves a video, with changes if there are any, or sends it back, and notifies its uploader. Of simultaneous decisions
 * only the first is made. Throws VIDEO_NOT_FOUND, VALIDATION_FAILED, and CONFLICT, which says who has decided and how, or
 * that the video has changed since the revision that the decision names.
 */
export async function decideApproval(
  deps: { db: Db } & UserDeps,
  { videoId, decision }: { videoId: string; decision: Decision },
  by: { editor: Viewer; record: RecordChange },
): Promise<void> {
  const note = toNote(decision);
  if (decision.changes) await refuseUnknown(deps, decision.changes);
  await inTransaction(deps.db, async (trx) => {
    const video = await lockVideo(trx, videoId);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    await refuseLate(trx, video, decision.revision);
    const change =
      note === null ? await approve(trx, video, { decision, ...by }) : await sendBack(trx, video, note);
    await deleteDecisionNotices(trx, videoId);
    if (video.uploader_id !== by.editor.id)
      await addNotice(trx, videoId, note === null ? 'approved' : 'sent_back');
    await by.record(trx, { ...change, subject: toSubject(video) });
  });
}

/** Returns the sentence of a video that is sent back, on one line; null for one that is approved. */
function toNote({ decision, note = '', changes }: Decision): string | null {
  if (decision === 'approve') return null;
  if (changes) throw new AppError('VALIDATION_FAILED', because('approval.changes-when-sent-back'));
  if (isBlank(note)) throw new AppError('VALIDATION_FAILED', because('approval.note-missing'));
  return note.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Throws CONFLICT unless the video needs a decision, and is as it was when it was looked at. */
async function refuseLate(trx: Trx, video: VideoRow, revision: number): Promise<void> {
  const approval = approvalOf(video);
  if (approval?.revision === revision) return;
  const isDecided = approval === null || approval.state === 'sent_back';
  const name = isDecided && video.decided_at ? await findDecider(trx, video) : undefined;
  if (name === undefined)
    throw new AppError(
      'CONFLICT',
      approval === null ? because('approval.not-needed') : because('approval.changed'),
    );
  throw new AppError(
    'CONFLICT',
    video.decision === 'approved'
      ? because('approval.already-approved', { name })
      : because('approval.already-sent-back', { name }),
  );
}

async function approve(
  trx: Trx,
  video: VideoRow,
  { decision, editor }: { decision: Decision; editor: Viewer },
) {
  const { changes } = decision;
  const edited = changes && (await applyChanges(trx, { video, changes }, { editor, needsApproval: false }));
  const visibility = await markApproved(trx, video.id);
  // What was wanted is now, or was replaced.
  const { wanted: _wanted, ...after } = edited?.after ?? {};
  return {
    action: 'video.approve' as const,
    before: { approval: video.approval ?? 'widening', ...edited?.before },
    after: { ...after, visibility },
  };
}

async function sendBack(trx: Trx, video: VideoRow, note: string) {
  await markSentBack(trx, video.id, note);
  return {
    action: 'video.send-back' as const,
    before: { approval: video.approval ?? 'widening' },
    after: { note },
  };
}
