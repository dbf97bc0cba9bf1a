import { CircleX } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { useCancelVideo } from './use-cancel-video.ts';

/** Cancels the processing of a video after a confirmation. */
export function CancelButton({ video }: { video: { id: string; title: string } }) {
  const { isCancelling, confirmAndCancel } = useCancelVideo(video);
  return (
    <Button
      variant="quiet"
      slim
      busy={isCancelling}
      aria-label={isCancelling ? undefined : `Cancel ${video.title}`}
      onClick={() => void confirmAndCancel()}
    >
      {!isCancelling && <CircleX className="icon" aria-hidden />}
      {isCancelling ? 'Cancelling...' : 'Cancel'}
    </Button>
  );
}
