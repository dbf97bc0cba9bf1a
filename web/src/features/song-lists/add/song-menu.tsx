import type { catalog } from '@larksong/contracts';
import { Link2, ListChecks, ListPlus } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { text, useTexts } from '../../../lib/texts.ts';
import { paths } from '../../../paths.ts';
import { alertDialog } from '../../../ui/dialog-host.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { offerUndo } from '../../../ui/undo.tsx';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import { selection } from './selection.ts';

interface SongMenuProps {
  video: catalog.Video;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What can be done with a song without opening it. */
export function SongMenu({ video, label, anchor, onClose }: SongMenuProps) {
  const t = useTexts();
  const [isAdding, setAdding] = useState(false);
  if (isAdding) return <AddToListDialog ids={[video.id]} subject={video.title} onClose={onClose} />;
  return (
    <Menu
      label={label}
      anchor={anchor}
      onClose={onClose}
      staysOpen
      items={[
        { id: 'add', label: t('song-menu.add'), icon: ListPlus, onChoose: () => setAdding(true) },
        {
          id: 'select',
          label: t('song-menu.select'),
          icon: ListChecks,
          onChoose: () => {
            onClose();
            startSelecting(video.id);
          },
        },
        {
          id: 'link',
          label: t('song-menu.copy-link'),
          icon: Link2,
          onChoose: () => {
            onClose();
            void copyLink(video.id);
          },
        },
      ]}
    />
  );
}

/** The button that had the focus is replaced by the box of the song. */
function startSelecting(id: string): void {
  flushSync(() => selection.set(new Set([id])));
  document.querySelector<HTMLElement>(`[data-selects="${id}"]`)?.focus();
}

async function copyLink(id: string): Promise<void> {
  const link = new URL(paths.watch(id), window.location.origin).href;
  try {
    await navigator.clipboard.writeText(link);
    offerUndo(text('song-menu.copied'), null);
  } catch {
    // Browsers offer no clipboard on sites without https, or if the user has blocked it.
    await alertDialog({ title: text('song-menu.copy-link'), message: link });
  }
}
