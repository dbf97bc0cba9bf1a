import type { catalog } from '@larksong/contracts';
import { EllipsisVertical } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';

import { prefetch } from '../../../lib/chunk.ts';
import { useDialogChunk } from '../../../parts/use-dialog-chunk.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useSession } from '../../auth/session.ts';
import { addToList } from './chunk.ts';

interface SongMenuButtonProps {
  video: catalog.Video;
  label: string;
  className?: string | undefined;
}

/** The ⋮ of a song, for members. */
export function SongMenuButton({ video, label, className }: SongMenuButtonProps) {
  const { status } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (status !== 'signed-in') return null;
  const prefetchMenu = () => prefetch(addToList);
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        label={label}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        data-grown-ups
        onPointerEnter={prefetchMenu}
        onFocus={prefetchMenu}
        onClick={() => setOpen(true)}
      />
      {isOpen && <LazyMenu video={video} label={label} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface LazyMenuProps {
  video: catalog.Video;
  label: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

function LazyMenu(props: LazyMenuProps) {
  const loaded = useDialogChunk(addToList, { title: props.label, onClose: props.onClose });
  return loaded ? <loaded.SongMenu {...props} /> : null;
}
