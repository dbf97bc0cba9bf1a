import { catalog } from '@larksong/contracts';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { formatList } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { toTranscoding } from '../../parts/message-elements.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { useSession } from '../auth/session.ts';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { toUnsavedText, type UnsavedExtra } from './extras.ts';
import { getSentBytes, toAmountText, toPaceText } from './progress.ts';
import type { Sending } from './sending.ts';
import type { Uploaded, UploadState } from './use-upload.ts';
import styles from './upload-status.module.css';

interface UploadStatusProps {
  state: UploadState;
  /**
   * The id of the form that the button submits. The button is outside the form, since editing a video has its own form.
   */
  formId: string;
  onCancel: () => void;
  /** Retries the additions that were not saved. */
  onRetry: (uploaded: Uploaded) => Promise<void>;
}

/** The end of the form: the progress of the upload, its outcome, and the buttons. */
export function UploadStatus({ state, formId, onCancel, onRetry }: UploadStatusProps) {
  const t = useTexts();
  const isUploading = state.phase === 'uploading';
  return (
    <section className={classNames('panel', styles.status)} aria-label={t('upload.status')}>
      {isUploading && <Progress {...state} />}
      {state.phase === 'failed' && <Message kind="bad">{state.sentence}</Message>}
      {state.phase === 'succeeded' && <Succeeded uploaded={state} onRetry={onRetry} />}
      <div className="row">
        <Button type="submit" form={formId} busy={isUploading}>
          {isUploading ? t('upload.sending') : t('upload.send')}
        </Button>
        {isUploading && (
          <Button variant="plain" onClick={onCancel}>
            {t('upload.cancel')}
          </Button>
        )}
        <span className="muted small">{t('upload.notice')}</span>
      </div>
      <WaitsHint />
    </section>
  );
}

/** Tells teachers whose uploads wait for an approval that they do. */
function WaitsHint() {
  const t = useTexts();
  const { isTeacher } = useSession();
  const { data } = useCall(catalog.getOwnQuota, {}, { enabled: isTeacher });
  return data?.needsApproval === true && <p className="muted small">{t('upload.waits')}</p>;
}

function Progress({ progress, obstacle, hasRestarted }: Sending) {
  const t = useTexts();
  const sentBytes = getSentBytes(progress);
  const isSent = sentBytes >= progress.totalBytes && sentBytes > 0;
  const pace = isSent ? t('upload.saving') : toPaceText(progress);
  return (
    <>
      {hasRestarted && <Message kind="warn">{t('upload.restarted')}</Message>}
      {obstacle !== null && (
        <Message kind="warn" {...(obstacle === 'lost' ? { icon: WifiOff } : {})}>
          {t(`upload.obstacle-${obstacle}`)}
        </Message>
      )}
      <div className="row apart">
        <strong>{toAmountText(sentBytes, progress.totalBytes)}</strong>
        <span className={classNames('muted small', styles.pace)}>{obstacle === null && pace}</span>
      </div>
      <progress max={progress.totalBytes} value={sentBytes} aria-label={t('upload.bar')} />
    </>
  );
}

interface SucceededProps {
  uploaded: Uploaded;
  onRetry: (uploaded: Uploaded) => Promise<void>;
}

function Succeeded({ uploaded, onRetry }: SucceededProps) {
  const t = useTexts();
  const { video, resolutions, unsaved } = uploaded;
  const refused = unsaved.filter(({ isRefused }) => isRefused);
  const failed = unsaved.filter(({ isRefused }) => !isRefused);
  return (
    <>
      <Message kind="good">
        {t.rich('upload.started', {
          sizes: formatList(resolutions, 'unit'),
          link: toTranscoding,
        })}
      </Message>
      {failed.length > 0 && <Failed failed={failed} onRetry={() => onRetry(uploaded)} />}
      {refused.length > 0 && (
        <>
          <Message kind="bad">
            <UnsavedTexts unsaved={refused} />
            <p>{t('upload.refused')}</p>
          </Message>
          <div className="row">
            <EditVideoButton video={video} />
          </div>
        </>
      )}
    </>
  );
}

function Failed({ failed, onRetry }: { failed: readonly UnsavedExtra[]; onRetry: () => Promise<void> }) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <Message kind="bad">
      <UnsavedTexts unsaved={failed} />
      <Button variant="plain" slim busy={isBusy} onClick={() => void retry()}>
        {t('upload.retry')}
      </Button>
    </Message>
  );
}

function UnsavedTexts({ unsaved }: { unsaved: readonly UnsavedExtra[] }) {
  return unsaved.map((one, index) => (
    // The list is only ever replaced as a whole.
    <p key={index}>{toUnsavedText(one, 'upload')}</p>
  ));
}
