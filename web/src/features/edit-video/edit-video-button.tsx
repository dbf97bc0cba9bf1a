import type { catalog } from '@larksong/contracts';
import { Pencil } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';

import { createChunk } from '../../lib/chunk.ts';
import { loadWithTexts, text, useTexts } from '../../lib/texts.ts';
import { isByTouch } from '../../lib/touch.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { useSession } from '../auth/session.ts';

const dialog = createChunk(() => loadWithTexts('edit-video', () => import('./edit-video-dialog.tsx')));

interface EditVideoButtonProps {
  /** Without its uploader if it is known to be the viewer's. */
  video: { id: string; title: string; uploader?: catalog.Uploader };
  /** For places where editing is secondary. */
  slim?: boolean;
  /** For pages of children: asks first if a finger presses it. */
  asksByTouch?: boolean;
}

/** Opens the dialog that edits a video. Renders nothing for viewers who may not: teachers edit what they uploaded. */
export function EditVideoButton({ video, slim = false, asksByTouch = false }: EditVideoButtonProps) {
  const t = useTexts();
  const { user, isSuperadmin, mayUpload } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isOwn = video.uploader === undefined || video.uploader.username === user?.username;
  if (!isSuperadmin && !(mayUpload && isOwn)) return null;
  const loaded = dialog.find();
  const open = async (event: MouseEvent) => {
    if (asksByTouch && isByTouch(event) && !(await askToEdit(video.title))) return;
    if (await fetchDialog()) setOpen(true);
  };
  return (
    <>
      <Button
        ref={button}
        variant={slim ? 'quiet' : 'plain'}
        aria-haspopup="dialog"
        data-grown-ups
        aria-label={t('edit.open-of', { title: video.title })}
        onClick={(event) => void open(event)}
      >
        <Pencil className="icon" aria-hidden />
        {t('edit.open')}
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

/** Returns whether the code of the dialog is loaded; otherwise says that it is not. */
async function fetchDialog(): Promise<boolean> {
  try {
    await dialog.fetch();
    return true;
  } catch {
    await alertDialog({ title: text('edit.title'), message: text('edit.not-loaded') });
    return false;
  }
}

function askToEdit(title: string): Promise<boolean> {
  return confirmDialog({
    title: text('edit.title'),
    subject: title,
    message: text('edit.ask'),
    confirmLabel: text('edit.open'),
  });
}
