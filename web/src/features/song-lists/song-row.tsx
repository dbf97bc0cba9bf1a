import type { catalog } from '@larksong/contracts';
import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, ImageOff, X } from 'lucide-react';
import { memo, useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';

import { formatDuration, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { moveSongBy, takeOff } from './move-song.ts';
import type { Reorder } from './reorder.ts';
import styles from './list.module.css';

interface SongRowProps {
  listId: string;
  song: catalog.Video;
  index: number;
  count: number;
  /** Null for viewers who may not change the list. */
  reorder: Reorder | null;
  /** The element that says how the grip works. */
  hintId: string;
  isLifted: boolean;
}

/** A song of a list. Drawn again only if it has changed: a list may have 200. */
export const SongRow = memo(function SongRow({ listId, song, index, count, ...moving }: SongRowProps) {
  const { reorder, hintId, isLifted } = moving;
  const t = useTexts();
  const { title } = song;
  const place = { listId, song, isFirst: index === 0, isLast: index === count - 1 };
  return (
    <li className={styles.song} data-id={song.id} data-lifted={isLifted || undefined}>
      {reorder ? (
        <IconButton
          className={styles.grip}
          label={t('list.grip', { title, place: index + 1, count })}
          icon={GripVertical}
          aria-describedby={hintId}
          aria-pressed={isLifted}
          onKeyDown={reorder.onKeyDown}
          onPointerDown={reorder.onPointerDown}
          onBlur={reorder.onBlur}
        />
      ) : (
        <span />
      )}
      <span className={styles.number} aria-hidden>
        {formatNumber(index + 1)}
      </span>
      <SongPicture picture={song.thumbnail} />
      <Link className={styles.title} to={paths.playListOf(listId, song.id)}>
        <strong dir="auto">{title}</strong>
        <span className="muted small">{formatDuration(song.duration)}</span>
      </Link>
      {reorder && (
        <>
          <WideTools {...place} />
          <NarrowTools {...place} />
        </>
      )}
    </li>
  );
});

function SongPicture({ picture }: { picture: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.picture}>
      {picture === null || picture === failed ? (
        <ImageOff className="icon" aria-hidden />
      ) : (
        <img
          src={picture}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      )}
    </span>
  );
}

interface ToolsProps {
  listId: string;
  song: catalog.Video;
  isFirst: boolean;
  isLast: boolean;
}

function WideTools({ listId, song: { id, title }, isFirst, isLast }: ToolsProps) {
  const t = useTexts();
  // The button keeps the focus, although its row moves, and although it can do no more at the end of the list.
  const move = (places: number) => (event: MouseEvent<HTMLElement>) => {
    const button = event.currentTarget;
    flushSync(() => moveSongBy(listId, id, places));
    button.focus();
  };
  return (
    <span className={styles.wide}>
      <IconButton
        label={t('list.up-named', { title })}
        icon={ArrowUp}
        aria-disabled={isFirst || undefined}
        onClick={move(-1)}
      />
      <IconButton
        label={t('list.down-named', { title })}
        icon={ArrowDown}
        aria-disabled={isLast || undefined}
        onClick={move(1)}
      />
      <IconButton
        label={t('list.take-off-named', { title })}
        icon={X}
        onClick={(event) => takeOffAndGoOn(listId, id, event.currentTarget)}
      />
    </span>
  );
}

function NarrowTools({ listId, song: { id, title }, isFirst, isLast }: ToolsProps) {
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = t('lists.more', { name: title });
  const move = (places: number) => () => {
    flushSync(() => moveSongBy(listId, id, places));
    button.current?.focus();
  };
  const takeThisOff = () => takeOffAndGoOn(listId, id, button.current);
  return (
    <>
      <IconButton
        ref={button}
        className={styles.narrow}
        label={label}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Menu
          label={label}
          anchor={button}
          onClose={() => setOpen(false)}
          items={[
            ...(isFirst ? [] : [{ id: 'up', label: t('list.up'), icon: ArrowUp, onChoose: move(-1) }]),
            ...(isLast ? [] : [{ id: 'down', label: t('list.down'), icon: ArrowDown, onChoose: move(1) }]),
            { id: 'off', label: t('list.take-off'), icon: X, onChoose: takeThisOff },
          ]}
        />
      )}
    </>
  );
}

/** The focus goes to the next song, or else to the one before. */
function takeOffAndGoOn(listId: string, videoId: string, button: HTMLElement | null): void {
  const row = button?.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  flushSync(() => takeOff(listId, videoId));
  const next = [...(neighbour?.querySelectorAll<HTMLElement>('button') ?? [])].filter(
    (one) => one.getClientRects().length > 0,
  );
  (next.at(-1) ?? document.getElementById('main'))?.focus();
}
