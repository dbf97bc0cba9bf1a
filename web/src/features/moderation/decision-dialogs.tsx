import type { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { keep } from '../../lib/kept-text.ts';
import { useTexts } from '../../lib/texts.ts';
import { MuteDialog } from '../../parts/deciding/mute-dialog.tsx';
import { RemoveDialog } from '../../parts/deciding/remove-dialog.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { useSession } from '../auth/session.ts';
import { isChange, type Decision } from './use-decisions.ts';
import type { Asking } from './use-work.ts';

interface DecisionDialogsProps {
  asking: Asking | null;
  list: catalog.ModerationList;
  onDecide: (asking: Asking, decision: Decision) => Promise<void>;
  /** Opens a question, or closes the open one. */
  onAsk: (asking: Asking | null) => void;
}

/** The dialog of a decision that needs more than one press. It stays open until the decision has been taken. */
export function DecisionDialogs({ asking, list, onDecide, onAsk }: DecisionDialogsProps) {
  const { user } = useSession();
  const placeOf = ({ comments }: Asking) => `removal ${user?.id} ${comments.map(({ id }) => id).join(' ')}`;
  const sending = useMutation({
    mutationFn: async ({ asked, decision }: { asked: Asking; decision: Decision }) => {
      await onDecide(asked, decision);
      keep(placeOf(asked), null);
    },
    // What was closed in the meantime is opened again, with its sentence.
    onError: (_, { asked }) => onAsk(asked),
    networkMode: 'always',
  });
  const [comment] = asking?.comments ?? [];
  if (!asking || !comment) return null;
  const onClose = () => onAsk(null);
  if (asking.kind === 'mute') return <MuteDialog author={comment.author} onClose={onClose} />;
  const state = {
    count: asking.comments.length,
    isSending: sending.isPending,
    error: sending.variables?.asked === asking ? sending.error : null,
    onClose,
  };
  const decide = (decision: Decision) => sending.mutate({ asked: asking, decision });
  if (asking.kind === 'approve')
    return <ApproveDialog {...state} list={list} onApprove={() => decide({ decision: 'approve' })} />;
  return (
    <RemoveDialog
      {...state}
      changeCount={list === 'waiting' ? asking.comments.filter(isChange).length : 0}
      place={placeOf(asking)}
      // Of what waits, a change is refused without the text before it.
      onRemove={(reason) => decide({ decision: list === 'waiting' ? 'refuse' : 'remove', ...reason })}
    />
  );
}

interface ApproveDialogProps {
  count: number;
  list: catalog.ModerationList;
  isSending: boolean;
  error: Error | null;
  onApprove: () => void;
  onClose: () => void;
}

/** Asks before several comments are approved at once. */
function ApproveDialog({ count, list, isSending, error, onApprove, onClose }: ApproveDialogProps) {
  const t = useTexts();
  return (
    <Dialog open title={t(`moderation.approve-${list}`)} onClose={onClose}>
      <p>{t('moderation.approve-question', { count })}</p>
      {error && <FoundMessage>{errorSentence(error)}</FoundMessage>}
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('moderation.cancel')}
        </Button>
        <Button data-autofocus busy={isSending} onClick={onApprove}>
          {t(`moderation.approve-${list}-selected`, { count })}
        </Button>
      </div>
    </Dialog>
  );
}
