import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { RemoveDialog } from '../../parts/deciding/remove-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MuteDialog } from './mute-dialog.tsx';
import type { Decision } from './use-decisions.ts';
import type { Asking } from './use-work.ts';

interface DecisionDialogsProps {
  asking: Asking | null;
  list: catalog.ModerationList;
  onDecide: (comments: Asking['comments'], decision: Decision) => void;
  onClose: () => void;
}

/** The dialog of a decision that needs more than one press. */
export function DecisionDialogs({ asking, list, onDecide, onClose }: DecisionDialogsProps) {
  const [comment] = asking?.comments ?? [];
  if (!asking || !comment) return null;
  const decide = (decision: Decision) => {
    onClose();
    onDecide(asking.comments, decision);
  };
  if (asking.kind === 'mute') return <MuteDialog author={comment.author} onClose={onClose} />;
  if (asking.kind === 'remove')
    return (
      <RemoveDialog
        count={asking.comments.length}
        onClose={onClose}
        onRemove={(removal) => decide({ decision: 'remove', ...removal })}
      />
    );
  return (
    <ApproveDialog
      count={asking.comments.length}
      list={list}
      onClose={onClose}
      onApprove={() => decide({ decision: 'approve' })}
    />
  );
}

interface ApproveDialogProps {
  count: number;
  list: catalog.ModerationList;
  onApprove: () => void;
  onClose: () => void;
}

/** Asks before several comments are approved at once. */
function ApproveDialog({ count, list, onApprove, onClose }: ApproveDialogProps) {
  const t = useTexts();
  return (
    <Dialog open title={t(`moderation.approve-${list}`)} onClose={onClose}>
      <p>{t('moderation.approve-question', { count })}</p>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('moderation.cancel')}
        </Button>
        <Button data-autofocus onClick={onApprove}>
          {t(`moderation.approve-${list}-selected`, { count })}
        </Button>
      </div>
    </Dialog>
  );
}
