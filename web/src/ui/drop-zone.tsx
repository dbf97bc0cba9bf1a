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
  /** Called with the chosen or dropped file. */
  onFile: (file: File) => void;
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A place for a file: drop one on it, or press it to choose one. */
export function DropZone({ accept, children, name, labelledBy, describedBy, onFile, ref }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined) onFile(dropped);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = ''; // allows the same file to be selected again
          if (chosen !== undefined) onFile(chosen);
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
