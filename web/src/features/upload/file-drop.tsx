import { CircleAlert, CloudUpload, FileVideo, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { formatBytes, formatDuration } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { findUnfinished } from './unfinished.ts';
import { useFileDuration } from './use-file-duration.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
}

/** The file field of the form: a drop zone that is also a button. */
export function FileDrop({ file, error, onChange }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLButtonElement>(null);
  return (
    <div className="field">
      <span className={styles.label} id={`${id}-label`}>
        Video file
      </span>
      <input
        ref={input}
        type="file"
        accept="video/*"
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = ''; // allows the same file to be selected again after it was removed
          if (chosen !== undefined) onChange(chosen);
        }}
      />
      {file === null ? (
        <DropZone
          labelId={`${id}-label`}
          errorId={error === undefined ? undefined : `${id}-error`}
          onPress={() => input.current?.click()}
          onDrop={onChange}
          zone={zone}
        />
      ) : (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onRemove={() => {
            // the focused button is gone
            flushSync(() => onChange(null));
            zone.current?.focus();
          }}
        />
      )}
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

interface DropZoneProps {
  labelId: string;
  errorId: string | undefined;
  onPress: () => void;
  onDrop: (file: File) => void;
  zone: RefObject<HTMLButtonElement | null>;
}

function DropZone({ labelId, errorId, onPress, onDrop, zone }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined) onDrop(dropped);
  };
  return (
    <button
      ref={zone}
      type="button"
      name="video"
      className={classNames(styles.drop, isOver && styles.over)}
      aria-labelledby={`${labelId} ${id}`}
      aria-describedby={errorId}
      onClick={onPress}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <CloudUpload className="icon" aria-hidden />
      <span className={styles.words} id={id}>
        Drop a video here or <span className="button plain">Choose video file</span>
      </span>
    </button>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const durationSeconds = useFileDuration(file);
  const [isUnfinished] = useState(() => findUnfinished(file) !== undefined);
  return (
    <div className="file">
      <FileVideo className="icon" aria-hidden />
      <span>
        <bdi>{file.name}</bdi>
        <br />
        <span className="muted small">
          {formatBytes(file.size)}
          {durationSeconds !== null && ` · ${formatDuration(durationSeconds)}`}
        </span>
        {isUnfinished && (
          <output className="small status">
            An earlier upload of this file was interrupted. It will continue from there.
          </output>
        )}
      </span>
      <IconButton label="Remove file" icon={X} onClick={onRemove} />
    </div>
  );
}
