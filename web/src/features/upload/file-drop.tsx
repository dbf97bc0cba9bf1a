import { CircleAlert, FileMusic, FileVideo, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { formatBytes } from '../../lib/bytes.ts';
import { formatDuration } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { toButtonLook } from '../../parts/message-elements.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Status } from '../../ui/status.tsx';
import { isSongFile } from './song-tags.ts';
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
  const t = useTexts();
  const id = useId();
  const zone = useRef<HTMLButtonElement>(null);
  const [isOneOfSeveral, setOneOfSeveral] = useState(false);
  const change = (chosen: File | null, isOnly = true) => {
    setOneOfSeveral(!isOnly);
    onChange(chosen);
  };
  return (
    <div className="field">
      <span className={styles.label} id={`${id}-label`}>
        {t('file.label')}
      </span>
      {file === null ? (
        <>
          <DropZone
            accept="video/*"
            name="video"
            labelledBy={`${id}-label ${id}-words`}
            describedBy={error === undefined ? undefined : `${id}-error`}
            onFile={change}
            ref={zone}
          >
            <span id={`${id}-words`}>{t.rich('file.drop', { button: toButtonLook })}</span>
          </DropZone>
          <div className="row">
            <FileButton accept="audio/*" onChoose={(song) => change(song)}>
              {t('file.choose-song')}
            </FileButton>
          </div>
        </>
      ) : (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onRemove={() => {
            // the focused button is gone
            flushSync(() => change(null));
            zone.current?.focus();
          }}
        />
      )}
      {isOneOfSeveral && <Status className="small">{t('file.only-one')}</Status>}
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useTexts();
  const durationSeconds = useFileDuration(file);
  const Icon = isSongFile(file) ? FileMusic : FileVideo;
  const [isUnfinished] = useState(() => findUnfinished(file) !== undefined);
  return (
    <div className="file">
      <Icon className="icon" aria-hidden />
      <span>
        <bdi>{file.name}</bdi>
        <br />
        <span className="muted small">
          {formatBytes(file.size)}
          {durationSeconds !== null && ` · ${formatDuration(durationSeconds)}`}
        </span>
        {isUnfinished && <output className="small status">{t('file.continues')}</output>}
      </span>
      <IconButton label={t('file.remove')} icon={X} onClick={onRemove} />
    </div>
  );
}
