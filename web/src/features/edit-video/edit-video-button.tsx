import { Pencil } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';

import { createChunk } from '../../lib/chunk.ts';
import { isByTouch } from '../../lib/touch.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { useSession } from '../auth/session.ts';

const dialog = createChunk(() => import('./edit-video-dialog.tsx'));

interface EditVideoButtonProps {
  video: { id: string; title: string };
  /** For places where editing is secondary. */
  slim?: boolean;
  /** For pages of children: asks first if a finger presses it. */
  asksByTouch?: boolean;
}

/** Opens the dialog that edits a video. Renders nothing unless the viewer is a superadmin. */
export function EditVideoButton({ video, slim = false, asksByTouch = false }: EditVideoButtonProps) {
  const { isSuperadmin } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isSuperadmin) return null;
  const loaded = dialog.find();
  const open = async (event: MouseEvent) => {
    if (asksByTouch && isByTouch(event) && !(await askToEdit(video.title))) return;
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
        data-grown-ups
        aria-label={`Edit ${video.title}`}
        onClick={(event) => void open(event)}
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

function askToEdit(title: string): Promise<boolean> {
  return confirmDialog({
    title: 'Edit video',
    subject: title,
    message: 'Do you want to edit this video?',
    confirmLabel: 'Edit',
  });
}
