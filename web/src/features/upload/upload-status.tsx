import type { Obstacle } from '@larksong/import';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
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
  const isUploading = state.phase === 'uploading';
  return (
    <section className={classNames('panel', styles.status)} aria-label="Upload">
      {isUploading && <Progress {...state} />}
      {state.phase === 'failed' && <Message kind="bad">{state.sentence}</Message>}
      {state.phase === 'succeeded' && <Succeeded uploaded={state} onRetry={onRetry} />}
      <div className="row">
        <Button type="submit" form={formId} busy={isUploading}>
          {isUploading ? 'Uploading…' : 'Upload'}
        </Button>
        {isUploading && (
          <Button variant="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <span className="muted small">You will be notified when processing completes.</span>
      </div>
    </section>
  );
}

const OBSTACLES = {
  lost: 'Connection lost. The upload continues when it is back.',
  busy: 'The site is busy right now. The upload continues shortly.',
  'read-only': 'The site is read-only at the moment. The upload continues automatically afterwards.',
} satisfies Record<Obstacle, string>;

function Progress({ progress, obstacle, hasRestarted }: Sending) {
  const sentBytes = getSentBytes(progress);
  const isSent = sentBytes >= progress.totalBytes && sentBytes > 0;
  const pace = isSent ? 'Saving the video…' : toPaceText(progress);
  return (
    <>
      {hasRestarted && (
        <Message kind="warn">
          The server no longer has the earlier parts. The upload starts again from the beginning.
        </Message>
      )}
      {obstacle !== null && (
        <Message kind="warn" {...(obstacle === 'lost' ? { icon: WifiOff } : {})}>
          {OBSTACLES[obstacle]}
        </Message>
      )}
      <div className="row apart">
        <strong>{toAmountText(sentBytes, progress.totalBytes)}</strong>
        <span className={classNames('muted small', styles.pace)}>{obstacle === null && pace}</span>
      </div>
      <progress max={progress.totalBytes} value={sentBytes} aria-label="Uploaded" />
    </>
  );
}

interface SucceededProps {
  uploaded: Uploaded;
  onRetry: (uploaded: Uploaded) => Promise<void>;
}

function Succeeded({ uploaded, onRetry }: SucceededProps) {
  const { video, resolutions, unsaved } = uploaded;
  const refused = unsaved.filter(({ isRefused }) => isRefused);
  const failed = unsaved.filter(({ isRefused }) => !isRefused);
  return (
    <>
      <Message kind="good">
        Upload started. Transcoding ({resolutions.join(', ')}) will run in the background.{' '}
        <Link to={paths.transcoding}>Transcoding Status</Link>
      </Message>
      {failed.length > 0 && <Failed failed={failed} onRetry={() => onRetry(uploaded)} />}
      {refused.length > 0 && (
        <>
          <Message kind="bad">
            <UnsavedTexts unsaved={refused} />
            <p>Sending it again would not help. Correct it, then add it with Edit.</p>
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
        Try again
      </Button>
    </Message>
  );
}

function UnsavedTexts({ unsaved }: { unsaved: readonly UnsavedExtra[] }) {
  return unsaved.map((one) => (
    <p key={toUnsavedText(one)}>The video is uploaded, but {toUnsavedText(one)}</p>
  ));
}
