import { catalog } from '@larksong/contracts';
import { X } from 'lucide-react';
import { useId, useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, Modal } from '../../ui/dialog.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { Status } from '../../ui/status.tsx';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { classNames } from '../../ui/class-names.ts';
import { EditCaptions } from './edit-captions.tsx';
import { EditFields } from './edit-fields.tsx';
import { EditPicture } from './edit-picture.tsx';
import { RemoveVideo } from './remove-video.tsx';
import { useEditForm } from './use-edit-form.ts';
import styles from './edit-video.module.css';

interface EditVideoDialogProps {
  id: string;
  onClose: () => void;
}

/** The dialog in which a superadmin, or the teacher who uploaded it, edits a video. It starts from the server's current data. */
export function EditVideoDialog({ id, onClose }: EditVideoDialogProps) {
  const t = useTexts();
  const [isFresh, setFresh] = useState(false);
  const query = useCall(catalog.getVideo, { params: { id } }, { staleTime: 0, refetchOnMount: 'always' });
  const video = query.data?.video;
  // Someone else may have changed the cached video.
  if (!isFresh && video !== undefined && query.isFetchedAfterMount && !query.isFetching) setFresh(true);
  if (video !== undefined && isFresh) return <EditDialog video={video} onClose={onClose} />;
  return (
    <Dialog open title={t('edit.title')} onClose={onClose}>
      {query.isError && !query.isFetching ? (
        <LoadFailed
          level={3}
          title={t('edit.load-failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Status className="muted">{t('edit.loading')}</Status>
      )}
    </Dialog>
  );
}

function confirmClosing(): Promise<boolean> {
  return confirmDialog({
    title: text('edit.close-title'),
    message: text('edit.not-saved'),
    confirmLabel: text('edit.close'),
    danger: true,
  });
}

function EditDialog({ video, onClose }: { video: catalog.Video; onClose: () => void }) {
  const t = useTexts();
  const formId = useId();
  const finish = () => {
    onClose();
    saySaved();
  };
  const edit = useEditForm(video, { onSaved: finish });
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
      labelledBy="edit-video"
      className={classNames('dialog', styles.editVideo)}
      onClose={() => void close()}
    >
      <div className="dialog-top">
        <h2 id="edit-video">{t('edit.title')}</h2>
        <IconButton label={t('edit.close')} icon={X} onClick={() => void close()} />
      </div>
      <div className="dialog-body">
        <EditFields edit={edit} formId={formId} />
        <hr />
        <p className="muted small">{t('edit.at-once')}</p>
        <EditCaptions video={video} />
        <EditPicture video={video} />
        <hr />
        <RemoveVideo video={video} onRemoved={onClose} />
        <Actions edit={edit} formId={formId} onCancel={() => void close()} />
      </div>
    </Modal>
  );
}

interface ActionsProps {
  edit: ReturnType<typeof useEditForm>;
  formId: string;
  onCancel: () => void;
}

function Actions({ edit, formId, onCancel }: ActionsProps) {
  const t = useTexts();
  return (
    <div className="actions">
      {edit.failure !== undefined && <Message kind="bad">{edit.failure}</Message>}
      <Button variant="plain" onClick={onCancel}>
        {t('edit.cancel')}
      </Button>
      <Button type="submit" form={formId} busy={edit.isSaving}>
        {edit.isSaving ? t('edit.saving') : t('edit.save')}
      </Button>
    </div>
  );
}
