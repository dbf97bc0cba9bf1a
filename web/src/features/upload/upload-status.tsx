import { useState } from 'react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { getSentBytes, toAmountText, toPaceText, type UploadProgress } from './progress.ts';
import type { UnsavedTags, UploadState } from './use-upload.ts';

interface UploadStatusProps {
  state: UploadState;
  onCancel: () => void;
  onRetryTags: (unsaved: UnsavedTags) => Promise<void>;
}

/** The end of the form: how far the upload is, what became of it, and its buttons. */
export function UploadStatus({ state, onCancel, onRetryTags }: UploadStatusProps) {
  const isUploading = state.phase === 'uploading';
  return (
    <section className="panel wide" aria-label="Upload">
      {isUploading && <Progress progress={state.progress} />}
      {state.phase === 'failed' && <Message kind="bad">{state.sentence}</Message>}
      {state.phase === 'succeeded' && <Succeeded unsavedTags={state.unsavedTags} onRetryTags={onRetryTags} />}
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

function Progress({ progress }: { progress: UploadProgress }) {
  const sentBytes = getSentBytes(progress);
  const isSent = sentBytes >= progress.totalBytes && sentBytes > 0;
  return (
    <>
      <div className="row apart">
        <strong>{toAmountText(sentBytes, progress.totalBytes)}</strong>
        <span className="muted small pace">{isSent ? 'Saving the video…' : toPaceText(progress)}</span>
      </div>
      <progress max={progress.totalBytes} value={sentBytes} aria-label="Uploaded" />
    </>
  );
}

interface SucceededProps {
  unsavedTags: UnsavedTags | null;
  onRetryTags: (unsaved: UnsavedTags) => Promise<void>;
}

function Succeeded({ unsavedTags, onRetryTags }: SucceededProps) {
  return (
    <>
      <Message kind="good">
        Upload started. Transcoding (720p, 480p, 360p) will run in the background.{' '}
        <Link to={paths.transcoding}>Transcoding Status</Link>
      </Message>
      {unsavedTags !== null && <TagsNotSaved unsaved={unsavedTags} onRetry={onRetryTags} />}
    </>
  );
}

function TagsNotSaved({
  unsaved,
  onRetry,
}: {
  unsaved: UnsavedTags;
  onRetry: SucceededProps['onRetryTags'];
}) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry(unsaved);
    setBusy(false);
  };
  return (
    <Message kind="bad">
      The video was uploaded, but its tags were not saved: {unsaved.sentence}
      <Button variant="plain" slim busy={isBusy} onClick={() => void retry()}>
        Save the tags again
      </Button>
    </Message>
  );
}
