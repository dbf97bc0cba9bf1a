import { useId, useRef, type ChangeEvent } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { toButtonLook } from '../../parts/message-elements.tsx';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { listChosen, listDropped, type DroppedFiles } from './dropped-files.ts';
import styles from './import-videos.module.css';

const ACCEPTED =
  'video/*,audio/*,.m4b,.mkv,.mts,.m2ts,.ts,.flv,.srt,.vtt,.csv,.tsv,image/jpeg,image/png,image/webp';

/** Makes a file input choose a folder; React's types lack the attribute. */
const FOLDER = { webkitdirectory: '' };

/** The names of columns and visibilities are the same in all languages. */
const EXAMPLE = `file;title;visibility;grade;category;author;letters;language
song.mp4;Five little ducks;public;1;"animals, counting";Traditional;D;en
IMG_0042.mp4;Summer party;private;;;;;`;

interface ChooseFilesProps {
  isBusy: boolean;
  hasFiles: boolean;
  onFiles: (files: DroppedFiles) => void;
}

/** The choice of files: drop them or a folder, or choose them. */
export function ChooseFiles({ isBusy, hasFiles, onFiles }: ChooseFilesProps) {
  const t = useTexts();
  const id = useId();
  const drop = async (data: DataTransfer) => onFiles(await listDropped(data));
  return (
    <section className="panel" aria-label={t('import.files')}>
      <fieldset disabled={isBusy}>
        <DropZone
          accept={ACCEPTED}
          labelledBy={`${id}-words`}
          describedBy={`${id}-hint`}
          many={{
            onChoose: (files) => onFiles({ files: listChosen(files), unreadable: [] }),
            onDrop: (data) => {
              if (!isBusy) void drop(data);
            },
          }}
        >
          <span id={`${id}-words`}>
            {t.rich(hasFiles ? 'import.drop-more' : 'import.drop', { button: toButtonLook })}
          </span>
        </DropZone>
        <ChooseFolder onFiles={onFiles} />
      </fieldset>
      <p className="muted small" id={`${id}-hint`}>
        {t('import.hint')}
      </p>
      <TableHelp />
    </section>
  );
}

function ChooseFolder({ onFiles }: Pick<ChooseFilesProps, 'onFiles'>) {
  const t = useTexts();
  const folder = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = listChosen(event.target.files ?? []);
    event.target.value = ''; // allows the same folder to be selected again
    if (files.length > 0) onFiles({ files, unreadable: [] });
  };
  return (
    <div className="row">
      <input ref={folder} {...FOLDER} type="file" hidden onChange={choose} aria-label={t('import.folder')} />
      <Button variant="plain" onClick={() => folder.current?.click()}>
        {t('import.choose-folder')}
      </Button>
    </div>
  );
}

function TableHelp() {
  const t = useTexts();
  return (
    <details className={styles.fold}>
      <summary>{t('import.table')}</summary>
      <p className="small">{t.rich('import.table-hint', { column: <code>file</code> })}</p>
      <pre className={styles.example} dir="ltr">
        {EXAMPLE}
      </pre>
    </details>
  );
}
