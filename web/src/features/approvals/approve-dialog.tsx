import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface ApproveDialogProps {
  count: number;
  onApprove: () => void;
  onClose: () => void;
}

/** Asks before several videos are approved at once. */
export function ApproveDialog({ count, onApprove, onClose }: ApproveDialogProps) {
  const t = useTexts();
  return (
    <Dialog open title={t('approvals.approve-title')} onClose={onClose}>
      <p>{t('approvals.approve-question', { count })}</p>
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('approvals.cancel')}
        </Button>
        <Button data-autofocus onClick={onApprove}>
          {t('approvals.approve-selected', { count })}
        </Button>
      </div>
    </Dialog>
  );
}
