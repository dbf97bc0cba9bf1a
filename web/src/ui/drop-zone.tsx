import { CloudUpload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react';

import { classNames } from './class-names.ts';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** The `accept` attribute of the file input; a dropped file may be of any type. */
  accept: string;
  /** The text of the zone, with an element that looks like a button. */
  children: ReactNode;
  /** Name of the button, for forms. */
  name?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  /** Called with the chosen or dropped file, and with whether it is the only one: of several, the first is taken. */
  onFile?: (file: File, isOnly: boolean) => void;
  /** For any number of files, instead of `onFile`: called with the chosen and the dropped files. */
  many?: { onChoose: (files: readonly File[]) => void; onDrop: (data: DataTransfer) => void };
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A place for a file: drop one on it, or press it to choose one. */
export function DropZone({
  accept,
  children,
  name,
  labelledBy,
  describedBy,
  onFile,
  many,
  ref,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (many) many.onDrop(event.dataTransfer);
    else if (files[0] !== undefined) onFile?.(files[0], files.length === 1);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={many !== undefined}
        hidden
        onChange={(event) => {
          const chosen = Array.from(event.target.files ?? []);
          event.target.value = ''; // allows the same file to be selected again
          if (chosen[0] === undefined) return;
          if (many) many.onChoose(chosen);
          else onFile?.(chosen[0], true);
        }}
      />
      <button
        ref={ref}
        type="button"
        name={name}
        className={classNames(styles.drop, isOver && styles.over)}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <CloudUpload className="icon" aria-hidden />
        <span className={styles.words}>{children}</span>
      </button>
    </>
  );
}
