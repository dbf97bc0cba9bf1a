import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { toUnsavedText, type UnsavedExtra } from './extras.ts';
import { getSentBytes, toAmountText, toPaceText } from './progress.ts';
import type { Sending } from './sending.ts';
import type { UploadState } from './use-upload.ts';

type Retry = (videoId: string, unsaved: readonly UnsavedExtra[]) => Promise<void>;

interface UploadStatusProps {
  state: UploadState;
  onCancel: () => void;
  onRetryUnsaved: Retry;
}

/** The end of the form: how far the upload is, what became of it, and its buttons. */
export function UploadStatus({ state, onCancel, onRetryUnsaved }: UploadStatusProps) {
  const isUploading = state.phase === 'uploading';
  return (
    <section className="panel wide" aria-label="Upload">
      {isUploading && <Progress {...state} />}
      {state.phase === 'failed' && <Message kind="bad">{state.sentence}</Message>}
      {state.phase === 'succeeded' && <Succeeded {...state} onRetry={onRetryUnsaved} />}
      <div className="row">
        <Button type="submit" busy={isUploading}>
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
  lost: 'Connection lost. The upload goes on by itself when it is back.',
  busy: 'The site is busy right now. The upload goes on by itself.',
};

function Progress({ progress, obstacle, hasRestarted }: Sending) {
  const sentBytes = getSentBytes(progress);
  const isSent = sentBytes >= progress.totalBytes && sentBytes > 0;
  const pace = isSent ? 'Saving the video…' : toPaceText(progress);
  return (
    <>
      {hasRestarted && (
        <Message kind="warn">
          The server does not have what was sent before any more. The upload starts again from the beginning.
        </Message>
      )}
      {obstacle !== null && (
        <Message kind="warn" {...(obstacle === 'lost' ? { icon: WifiOff } : {})}>
          {OBSTACLES[obstacle]}
        </Message>
      )}
      <div className="row apart">
        <strong>{toAmountText(sentBytes, progress.totalBytes)}</strong>
        <span className="muted small pace">{obstacle === null && pace}</span>
      </div>
      <progress max={progress.totalBytes} value={sentBytes} aria-label="Uploaded" />
    </>
  );
}

interface SucceededProps {
  videoId: string;
  unsaved: readonly UnsavedExtra[];
  onRetry: Retry;
}

function Succeeded({ videoId, unsaved, onRetry }: SucceededProps) {
  return (
    <>
      <Message kind="good">
        Upload started. Transcoding (720p, 480p, 360p) will run in the background.{' '}
        <Link to={paths.transcoding}>Transcoding Status</Link>
      </Message>
      {unsaved.length > 0 && <NotSaved unsaved={unsaved} onRetry={() => onRetry(videoId, unsaved)} />}
    </>
  );
}

function NotSaved({ unsaved, onRetry }: { unsaved: readonly UnsavedExtra[]; onRetry: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <Message kind="bad">
      {unsaved.map((one) => (
        <p key={toUnsavedText(one)}>The video is uploaded, but {toUnsavedText(one)}</p>
      ))}
      <Button variant="plain" slim busy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </Message>
  );
}
