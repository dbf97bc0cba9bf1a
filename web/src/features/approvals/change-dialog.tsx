import { ApiError, catalog } from '@larksong/contracts';
import { X } from 'lucide-react';
import { useId, useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/dialog.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Message } from '../../ui/message.tsx';
import { EditFields } from '../edit-video/edit-fields.tsx';
import type { Changes } from '../edit-video/edit-form.ts';
import { useEditForm, type Edit } from '../edit-video/use-edit-form.ts';
import styles from './change-dialog.module.css';

interface ChangeDialogProps {
  video: catalog.PendingVideo;
  onApproved: () => void;
  onClose: () => void;
}

/** Changes a video in the moment in which it is approved. */
export function ChangeDialog({ video, onApproved, onClose }: ChangeDialogProps) {
  const t = useTexts();
  const [formId, titleId] = [useId(), useId()];
  const edit = useEditForm(video, {
    send: (changes) => approve(video, changes),
    isSentUnchanged: true,
    onSaved: onApproved,
  });
  /** Identifies this instance; the browser may have closed the previous one while the question was open. */
  const [round, setRound] = useState(0);
  useLeaveWarning(edit.isChanged, t('edit.not-saved'));
  const close = async () => {
    if (edit.isSaving) return;
    if (!edit.isChanged || (await confirmClosing())) onClose();
    else setRound(round + 1);
  };
  return (
    <Modal
      key={round}
      labelledBy={titleId}
      className={classNames('dialog', styles.change)}
      onClose={() => void close()}
    >
      <div className="dialog-top">
        <h2 id={titleId}>{t('approvals.approve-changed')}</h2>
        <IconButton label={t('edit.close')} icon={X} onClick={() => void close()} />
      </div>
      <div className="dialog-body">
        <EditFields edit={edit} formId={formId} />
        <Actions edit={edit} formId={formId} onCancel={() => void close()} />
      </div>
    </Modal>
  );
}

interface ActionsProps {
  edit: Edit;
  formId: string;
  onCancel: () => void;
}

function Actions({ edit, formId, onCancel }: ActionsProps) {
  const t = useTexts();
  return (
    <div className={classNames('actions', styles.actions)}>
      {edit.failure !== undefined && <Message kind="bad">{edit.failure}</Message>}
      <Button variant="plain" onClick={onCancel}>
        {t('approvals.cancel')}
      </Button>
      <Button type="submit" form={formId} busy={edit.isSaving}>
        {t('approvals.approve')}
      </Button>
    </div>
  );
}

async function approve({ id, approval }: catalog.PendingVideo, changes: Changes) {
  try {
    const body = { decision: 'approve', revision: approval.revision, changes } as const;
    return (await call(catalog.decideApproval, { params: { id }, body })).data;
  } catch (error) {
    // Somebody else decided, or changed the video: the list behind the dialog knows.
    if (error instanceof ApiError && error.status === 409) void invalidate(catalog.listApprovals);
    throw error;
  }
}

function confirmClosing(): Promise<boolean> {
  return confirmDialog({
    title: text('edit.close-title'),
    message: text('edit.not-saved'),
    confirmLabel: text('edit.close'),
    danger: true,
  });
}
