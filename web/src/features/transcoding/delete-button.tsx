import { Trash2 } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { useDeleteVideo } from '../../parts/use-delete-video.ts';

interface DeleteButtonProps {
  video: { id: string; title: string };
  /** For places where deleting is secondary. */
  slim?: boolean;
}

/** Deletes a video after a confirmation. */
export function DeleteButton({ video, slim = false }: DeleteButtonProps) {
  const { isDeleting, confirmAndDelete } = useDeleteVideo(video);
  return (
    <Button
      variant="danger"
      slim={slim}
      busy={isDeleting}
      aria-label={isDeleting ? undefined : `Delete ${video.title}`}
      onClick={() => void confirmAndDelete()}
    >
      {!isDeleting && <Trash2 className="icon" aria-hidden />}
      {isDeleting ? 'Deleting...' : 'Delete'}
    </Button>
  );
}
