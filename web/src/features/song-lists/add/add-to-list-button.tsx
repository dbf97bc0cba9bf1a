import { ListPlus } from 'lucide-react';
import { useState } from 'react';

import { prefetch } from '../../../lib/chunk.ts';
import { useDialogChunk } from '../../../parts/use-dialog-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { addToList } from './chunk.ts';

interface AddToListButtonProps {
  ids: readonly string[];
  /** What is added, in words. */
  subject: string;
  label: string;
}

/** Adds songs to lists. */
export function AddToListButton({ label, ...rest }: AddToListButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const prefetchDialog = () => prefetch(addToList);
  return (
    <>
      <Button
        variant="plain"
        data-grown-ups
        onPointerEnter={prefetchDialog}
        onFocus={prefetchDialog}
        onClick={() => setOpen(true)}
      >
        <ListPlus className="icon" aria-hidden />
        {label}
      </Button>
      {isOpen && <LazyDialog {...rest} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

function LazyDialog({ label, onClose, ...rest }: AddToListButtonProps & { onClose: () => void }) {
  const loaded = useDialogChunk(addToList, { title: label, onClose });
  return loaded ? <loaded.AddToListDialog {...rest} onClose={onClose} /> : null;
}
