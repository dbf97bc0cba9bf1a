import { describeReadable, type Readable } from '@larksong/contracts';

import { Button } from '../ui/button.tsx';
import { useAcceptReadable } from './use-accept-readable.ts';

interface AcceptReadableButtonProps {
  video: { id: string; title: string };
  readable: Readable;
  slim?: boolean;
  /** Called once the video is being processed again. */
  onAccepted?: () => void;
}

/** Offers to publish the readable part of a file that is cut off or damaged. */
export function AcceptReadableButton({ video, readable, slim, onAccepted }: AcceptReadableButtonProps) {
  const { isAccepting, accept } = useAcceptReadable(video.id);
  const label = `Publish the ${describeReadable(readable)}`;
  const press = () => void accept().then(onAccepted, () => undefined);
  return (
    <Button
      variant="plain"
      slim={slim === true}
      className="wrap" // its text is wider than a phone
      busy={isAccepting}
      aria-label={isAccepting ? undefined : `${label}: ${video.title}`}
      onClick={press}
    >
      {isAccepting ? 'Publishing...' : label}
    </Button>
  );
}
