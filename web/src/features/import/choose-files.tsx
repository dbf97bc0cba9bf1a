import { useId, useRef, type ChangeEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { listChosen, listDropped, type DroppedFiles } from './dropped-files.ts';
import styles from './import-videos.module.css';

const ACCEPTED =
  'video/*,audio/*,.m4b,.mkv,.mts,.m2ts,.ts,.flv,.srt,.vtt,.csv,.tsv,image/jpeg,image/png,image/webp';

/** Makes a file input choose a folder; React's types lack the attribute. */
const FOLDER = { webkitdirectory: '' };

interface ChooseFilesProps {
  isBusy: boolean;
  hasFiles: boolean;
  onFiles: (files: DroppedFiles) => void;
}

/** The choice of files: drop them or a folder, or choose them. */
export function ChooseFiles({ isBusy, hasFiles, onFiles }: ChooseFilesProps) {
  const id = useId();
  const folder = useRef<HTMLInputElement>(null);
  const chooseFolder = (event: ChangeEvent<HTMLInputElement>) => {
    const files = listChosen(event.target.files ?? []);
    event.target.value = ''; // allows the same folder to be selected again
    if (files.length > 0) onFiles({ files, unreadable: [] });
  };
  const drop = async (data: DataTransfer) => onFiles(await listDropped(data));
  return (
    <section className="panel" aria-label="Files">
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
            {hasFiles ? 'Drop more videos or songs here or' : 'Drop videos, songs or a folder here or'}{' '}
            <span className="button plain">Choose files</span>
          </span>
        </DropZone>
        <div className="row">
          <input ref={folder} {...FOLDER} type="file" hidden onChange={chooseFolder} aria-label="Folder" />
          <Button variant="plain" onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        </div>
      </fieldset>
      <p className="muted small" id={`${id}-hint`}>
        Subtitles (.srt, .vtt) and a picture (.jpg, .png) with the name of a video are added too: song.mp4,
        song.de.srt, song.jpg. A table (.csv) can hold titles, tags and visibility.
      </p>
      <TableHelp />
    </section>
  );
}

function TableHelp() {
  return (
    <details className={styles.fold}>
      <summary>How to write a table</summary>
      <p className="small">
        The first line names the columns; only the column <code>file</code> is required. Separate several tags
        in one cell with commas. Save it from a spreadsheet as CSV.
      </p>
      <pre className={styles.example}>{`file;title;visibility;grade;category;author;letters
song.mp4;Five little ducks;public;1;"animals, counting";Traditional;D
IMG_0042.mp4;Summer party;private;;;;`}</pre>
    </details>
  );
}
