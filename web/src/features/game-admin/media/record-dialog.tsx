import { Mic, Square, Volume2 } from 'lucide-react';

import { formatDuration, formatNumber } from '../../../lib/format.ts';
import { useTexts, type Texts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { SOUND_FILES } from './media.ts';
import { canRecord, MAX_SECONDS } from './recording.ts';
import { UploadButton } from './upload-button.tsx';
import { useRecorder, type RecorderState } from './use-recorder.ts';
import { useSoundPlayer } from './use-sound-player.ts';
import styles from './record-dialog.module.css';

interface RecordDialogProps {
  name: string;
  onKeep: (sound: Blob) => void;
  onClose: () => void;
}

/** Records the sound of a name: record, listen, then keep it or record again. */
export function RecordDialog({ name, onKeep, onClose }: RecordDialogProps) {
  const t = useTexts();
  return (
    <Dialog open className={styles.recorder} title={t('recorder.title', { name })} onClose={onClose}>
      {canRecord() ? (
        <Recorder name={name} onKeep={onKeep} />
      ) : (
        <CannotRecord name={name} onChoose={onKeep} />
      )}
    </Dialog>
  );
}

function CannotRecord({ name, onChoose }: { name: string; onChoose: (sound: Blob) => void }) {
  const t = useTexts();
  return (
    <>
      <p>{t(window.isSecureContext ? 'recorder.cannot' : 'recorder.insecure')}</p>
      <div className="actions">
        <UploadButton
          text={t('media.upload-sound')}
          label={t('media.upload-sound-of', { name })}
          accept={SOUND_FILES}
          busy={false}
          onChoose={onChoose}
        />
      </div>
    </>
  );
}

function Recorder({ name, onKeep }: { name: string; onKeep: (sound: Blob) => void }) {
  const t = useTexts();
  const { state, start, stop } = useRecorder();
  const isRecording = state.phase === 'recording';
  return (
    <>
      <p>{t('recorder.hint', { name, seconds: MAX_SECONDS })}</p>
      {isRecording && <Level seconds={state.seconds} level={state.level} />}
      <Status className="muted">{toText(t, state)}</Status>
      {state.phase === 'failed' && <Message kind="bad">{state.sentence}</Message>}
      <div className="actions">
        {/* One button in one place, so that it keeps the focus. */}
        <Button
          data-autofocus
          variant={state.phase === 'recorded' ? 'plain' : 'solid'}
          busy={state.phase === 'asking'}
          onClick={isRecording ? stop : start}
        >
          {isRecording ? (
            <Square className="icon" fill="currentColor" aria-hidden />
          ) : (
            <Mic className="icon" aria-hidden />
          )}
          {toAction(t, state)}
        </Button>
        {state.phase === 'recorded' && <Recorded url={state.url} onKeep={() => onKeep(state.sound)} />}
      </div>
    </>
  );
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function toText(t: Texts, state: RecorderState): string {
  if (state.phase === 'asking') return t('recorder.asking');
  if (state.phase === 'recording') return t('recorder.recording');
  if (state.phase !== 'recorded') return '';
  return t('recorder.recorded', { seconds: formatNumber(state.seconds, ONE_DECIMAL) });
}

function toAction(t: Texts, { phase }: RecorderState): string {
  if (phase === 'recording') return t('recorder.stop');
  if (phase === 'recorded') return t('recorder.again');
  return t(phase === 'failed' ? 'recorder.retry' : 'recorder.start');
}

function Level({ seconds, level }: { seconds: number; level: number }) {
  const t = useTexts();
  return (
    <div className={styles.level}>
      <span aria-hidden>
        {t('recorder.time', { time: formatDuration(seconds), limit: formatDuration(MAX_SECONDS) })}
      </span>
      <progress max={MAX_SECONDS} value={seconds} aria-label={t('recorder.time-bar')} />
      <div className={styles.loudness} aria-hidden>
        <span style={{ inlineSize: `${Math.round(level * 100)}%` }} />
      </div>
    </div>
  );
}

function Recorded({ url, onKeep }: { url: string; onKeep: () => void }) {
  const t = useTexts();
  const player = useSoundPlayer();
  return (
    <>
      <Button variant="plain" onClick={() => player.play(url)}>
        <Volume2 className="icon" aria-hidden />
        {t('recorder.listen')}
      </Button>
      <Button onClick={onKeep}>{t('recorder.keep')}</Button>
      {player.problem !== undefined && <Message kind="bad">{player.problem}</Message>}
    </>
  );
}
