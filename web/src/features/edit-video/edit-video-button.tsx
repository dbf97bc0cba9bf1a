import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';

import { createChunk } from '../../lib/chunk.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { useSession } from '../auth/session.ts';

const dialog = createChunk(() => import('./edit-video-dialog.tsx'));

interface EditVideoButtonProps {
  video: { id: string; title: string };
  /** For places where editing is secondary. */
  slim?: boolean;
}

/** Opens the dialog that edits a video. Renders nothing unless the viewer is a superadmin. */
export function EditVideoButton({ video, slim = false }: EditVideoButtonProps) {
  const { isSuperadmin } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isSuperadmin) return null;
  const loaded = dialog.find();
  const open = async () => {
    try {
      await dialog.fetch();
      setOpen(true);
    } catch {
      await alertDialog({ title: 'Edit video', message: 'This could not be loaded. Please try again.' });
    }
  };
  return (
    <>
      <Button
        ref={button}
        variant={slim ? 'quiet' : 'plain'}
        aria-haspopup="dialog"
        aria-label={`Edit ${video.title}`}
        onClick={() => void open()}
      >
        <Pencil className="icon" aria-hidden />
        Edit
      </Button>
      {isOpen && loaded && (
        <loaded.EditVideoDialog
          id={video.id}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
