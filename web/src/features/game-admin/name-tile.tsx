import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';

import { text } from '../../lib/texts.ts';
import { toSoundAddress } from '../../parts/game-cards/game-media.ts';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { CardRows } from './card-rows.tsx';
import type { Name } from './content/names.ts';
import { PicturePart, Preview } from './media/picture-part.tsx';
import { SoundPart } from './media/sound-part.tsx';
import { useMedia } from './media/use-media.ts';
import styles from './name-tile.module.css';

interface NameTileProps {
  name: Name;
  /** Changes with each jump to this name; null before the first one. */
  jump: number | null;
  onDeleted: () => void;
}

/** A name with its picture, its sound and its cards. Files can be dropped on it, and a picture pasted. */
export function NameTile({ name, jump, onDeleted }: NameTileProps) {
  const [item] = name.items;
  const picture = useMedia(item, 'picture');
  const sound = useMedia(item, 'sound');
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (jump !== null) heading.current?.focus();
  }, [jump]);

  const handleFiles = (files: FileList): boolean => {
    const file = files[0];
    if (file === undefined) return false;
    const media = file.type.startsWith('image/') ? picture : isSound(file) ? sound : undefined;
    setProblem(media ? undefined : text('items.no-medium'));
    media?.send(file);
    return true;
  };
  const paste = (event: ClipboardEvent) => {
    if (handleFiles(event.clipboardData.files)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    handleFiles(event.dataTransfer.files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons take files as well
    <li
      tabIndex={-1} // after a click on the tile, a pasted picture goes to it
      className={classNames(styles.nameTile, isOver && styles.over)}
      onPaste={paste}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Preview item={item} />
      <h3 ref={heading} tabIndex={-1} lang={item.pack} dir="auto">
        {name.name}
      </h3>
      <div className={styles.parts}>
        <PicturePart item={item} media={picture} />
        <SoundPart of={item} toAddress={(version) => toSoundAddress(item, version)} media={sound} />
        {problem !== undefined && <Message kind="bad">{problem}</Message>}
      </div>
      <CardRows name={name} onDeleted={onDeleted} />
    </li>
  );
}

/** Recorders and some systems report a sound in WebM or Ogg as a video. */
function isSound({ type, name }: File): boolean {
  return type.startsWith('audio/') || /\.(mp3|wav|ogg|m4a|webm)$/i.test(name);
}
