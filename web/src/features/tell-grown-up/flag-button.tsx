import { Flag } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FlagDialog } from './flag-dialog.tsx';

export interface FlagButtonProps {
  video: { id: string; title: string };
}

/** A small flag, which opens the dialog. */
export function FlagButton({ video }: FlagButtonProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Flag className="icon" aria-hidden />
        {t('tell.open')}
      </Button>
      {isOpen && <FlagDialog video={video} onClose={() => setOpen(false)} />}
    </>
  );
}
