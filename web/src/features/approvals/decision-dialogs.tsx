import type { catalog } from '@larksong/contracts';

import { createChunk } from '../../lib/chunk.ts';
import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { useDialogChunk } from '../../parts/use-dialog-chunk.ts';
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
  onDecide: (videos: readonly catalog.PendingVideo[], decision: Decision) => unknown;
  /** The video was approved, with changes. */
  onApproved: (video: catalog.PendingVideo) => void;
  onClose: () => void;
}

/** The dialog of a decision that needs more than one press. */
export function DecisionDialogs({ asking, onDecide, onApproved, onClose }: DecisionDialogsProps) {
  const [video] = asking?.videos ?? [];
  if (!asking || !video) return null;
  const decide = (decision: Decision) => {
    onClose();
    onDecide(asking.videos, decision);
  };
  if (asking.kind === 'send-back')
    return (
      <SendBackDialog
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
        onApprove={() => decide({ decision: 'approve' })}
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
