import { Trash2 } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useDeleteVideo } from '../../parts/use-delete-video.ts';

interface DeleteButtonProps {
  video: { id: string; title: string };
  /** For places where deleting is secondary. */
  slim?: boolean;
}

/** Deletes a video after a confirmation. */
export function DeleteButton({ video, slim = false }: DeleteButtonProps) {
  const t = useTexts();
  const { isDeleting, confirmAndDelete } = useDeleteVideo(video);
  return (
    <Button
      variant="danger"
      slim={slim}
      busy={isDeleting}
      aria-label={isDeleting ? undefined : t('jobs.delete-of', { title: video.title })}
      onClick={() => void confirmAndDelete()}
    >
      {!isDeleting && <Trash2 className="icon" aria-hidden />}
      {isDeleting ? t('jobs.deleting') : t('jobs.delete')}
    </Button>
  );
}
