import type { catalog } from '@larksong/contracts';

import { createChunk } from '../../lib/chunk.ts';
import { keep } from '../../lib/kept-text.ts';
import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { useDialogChunk } from '../../parts/use-dialog-chunk.ts';
import { useSession } from '../auth/session.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { SendBackDialog } from './send-back-dialog.tsx';
import type { Decision } from './use-decisions.ts';

/** A question before a decision. */
export interface Asking {
  kind: 'approve' | 'change' | 'send-back';
  videos: readonly catalog.PendingVideo[];
}

const form = createChunk(() => loadWithTexts('video-form', () => import('./change-dialog.tsx')));

interface DecisionDialogsProps {
  asking: Asking | null;
  /** Resolves to the videos for which the decision was not taken. */
  onDecide: (
    videos: readonly catalog.PendingVideo[],
    decision: Decision,
  ) => Promise<readonly catalog.PendingVideo[]>;
  /** The video was approved, with changes. */
  onApproved: (video: catalog.PendingVideo) => void;
  onClose: () => void;
}

/** The dialog of a decision that needs more than one press. */
export function DecisionDialogs({ asking, onDecide, onApproved, onClose }: DecisionDialogsProps) {
  const [video] = asking?.videos ?? [];
  if (!asking || !video) return null;
  const decide = async (decision: Decision) => {
    onClose();
    return onDecide(asking.videos, decision);
  };
  if (asking.kind === 'send-back')
    return (
      <KeptSendBackDialog
        videos={asking.videos}
        onClose={onClose}
        onSend={(note) => decide({ decision: 'send_back', note })}
      />
    );
  if (asking.kind === 'approve')
    return (
      <ApproveDialog
        count={asking.videos.length}
        onClose={onClose}
        onApprove={() => void decide({ decision: 'approve' })}
      />
    );
  return (
    <LazyChangeDialog
      video={video}
      onClose={onClose}
      onApproved={() => {
        onClose();
        onApproved(video);
      }}
    />
  );
}

interface KeptSendBackDialogProps {
  videos: readonly catalog.PendingVideo[];
  /** Resolves to the videos that were not sent back. */
  onSend: (note: string) => Promise<readonly catalog.PendingVideo[]>;
  onClose: () => void;
}

/** Asks what should be different. Videos that could not be sent back keep the sentence for the next time. */
function KeptSendBackDialog({ videos, onSend, onClose }: KeptSendBackDialogProps) {
  const { user } = useSession();
  const placeOf = (those: readonly catalog.PendingVideo[]) =>
    `send-back ${user?.id} ${those.map(({ id }) => id).join(' ')}`;
  const send = async (note: string): Promise<void> => {
    const failed = await onSend(note);
    keep(placeOf(videos), null);
    if (failed.length > 0) keep(placeOf(failed), note);
    for (const one of failed) keep(placeOf([one]), note);
  };
  return (
    <SendBackDialog
      videos={videos}
      place={placeOf(videos)}
      onClose={onClose}
      onSend={(note) => void send(note)}
    />
  );
}

interface LazyChangeDialogProps {
  video: catalog.PendingVideo;
  onClose: () => void;
  onApproved: () => void;
}

function LazyChangeDialog(props: LazyChangeDialogProps) {
  const t = useTexts();
  const loaded = useDialogChunk(form, { title: t('approvals.approve-changed'), onClose: props.onClose });
  return loaded ? <loaded.ChangeDialog {...props} /> : null;
}
