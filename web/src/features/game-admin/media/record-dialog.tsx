import { Mic, Square, Volume2 } from 'lucide-react';

import { formatDuration } from '../../../lib/format.ts';
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
  return (
    <Dialog open className={styles.recorder} title={`Record ${name}`} onClose={onClose}>
      {canRecord() ? (
        <Recorder name={name} onKeep={onKeep} />
      ) : (
        <CannotRecord name={name} onChoose={onKeep} />
      )}
    </Dialog>
  );
}

function CannotRecord({ name, onChoose }: { name: string; onChoose: (sound: Blob) => void }) {
  return (
    <>
      <p>
        {window.isSecureContext
          ? 'This browser cannot record. Please use another browser, or upload a sound.'
          : 'Browsers allow recording only on https and localhost. Please open the site over https, or upload a sound.'}
      </p>
      <div className="actions">
        <UploadButton text="Upload sound" of={name} accept={SOUND_FILES} busy={false} onChoose={onChoose} />
      </div>
    </>
  );
}

function Recorder({ name, onKeep }: { name: string; onKeep: (sound: Blob) => void }) {
  const { state, start, stop } = useRecorder();
  const isRecording = state.phase === 'recording';
  return (
    <>
      <p>
        Say “{name}” close to the microphone, for at most {MAX_SECONDS} seconds.
      </p>
      {isRecording && <Level seconds={state.seconds} level={state.level} />}
      <Status className="muted">{toText(state)}</Status>
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
          {toAction(state)}
        </Button>
        {state.phase === 'recorded' && <Recorded url={state.url} onKeep={() => onKeep(state.sound)} />}
      </div>
    </>
  );
}

function toText(state: RecorderState): string {
  if (state.phase === 'asking') return 'Waiting for the microphone…';
  if (state.phase === 'recording') return 'Recording…';
  return state.phase === 'recorded' ? `Recorded ${state.seconds.toFixed(1)} seconds.` : '';
}

function toAction({ phase }: RecorderState): string {
  if (phase === 'recording') return 'Stop';
  if (phase === 'recorded') return 'Record again';
  return phase === 'failed' ? 'Try again' : 'Start recording';
}

function Level({ seconds, level }: { seconds: number; level: number }) {
  return (
    <div className={styles.level}>
      <span aria-hidden>
        {formatDuration(seconds)} of {formatDuration(MAX_SECONDS)}
      </span>
      <progress max={MAX_SECONDS} value={seconds} aria-label="Time recorded" />
      <div className={styles.loudness} aria-hidden>
        <span style={{ inlineSize: `${Math.round(level * 100)}%` }} />
      </div>
    </div>
  );
}

function Recorded({ url, onKeep }: { url: string; onKeep: () => void }) {
  const player = useSoundPlayer();
  return (
    <>
      <Button variant="plain" onClick={() => player.play(url)}>
        <Volume2 className="icon" aria-hidden />
        Listen
      </Button>
      <Button onClick={onKeep}>Keep</Button>
      {player.problem !== undefined && <Message kind="bad">{player.problem}</Message>}
    </>
  );
}
