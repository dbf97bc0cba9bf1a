import { CircleX } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useCancelVideo } from './use-cancel-video.ts';

/** Cancels the processing of a video after a confirmation. */
export function CancelButton({ video }: { video: { id: string; title: string } }) {
  const t = useTexts();
  const { isCancelling, confirmAndCancel } = useCancelVideo(video);
  return (
    <Button
      variant="quiet"
      slim
      busy={isCancelling}
      aria-label={isCancelling ? undefined : t('jobs.cancel-of', { title: video.title })}
      onClick={() => void confirmAndCancel()}
    >
      {!isCancelling && <CircleX className="icon" aria-hidden />}
      {isCancelling ? t('jobs.cancelling') : t('jobs.cancel')}
    </Button>
  );
}
