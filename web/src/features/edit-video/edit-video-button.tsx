import { Pencil } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { useSession } from '../auth/session.ts';

const load = () => import('./edit-video-dialog.tsx');
const EditVideoDialog = lazy(async () => ({ default: (await load()).EditVideoDialog }));

interface EditVideoButtonProps {
  video: { id: string; title: string };
  /** Where it is not what one has come for. */
  slim?: boolean;
}

/** Opens the dialog that changes a video; nothing for everybody but superadmins. */
export function EditVideoButton({ video, slim = false }: EditVideoButtonProps) {
  const { isSuperadmin } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isSuperadmin) return null;
  const open = async () => {
    try {
      await load(); // what fails later takes the page with it
      setOpen(true);
    } catch {
      await alertDialog({ title: 'Edit video', message: 'This did not load. Please try again.' });
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
      {isOpen && (
        <Suspense>
          <EditVideoDialog
            id={video.id}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
