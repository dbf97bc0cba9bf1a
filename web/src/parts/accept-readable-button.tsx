import { describeReadable, type Readable } from '@larksong/contracts';

import { useTexts, type Texts } from '../lib/texts.ts';
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
  const t = useTexts();
  const label = toOffer(readable, t);
  const press = () => void accept().then(onAccepted, () => undefined);
  return (
    <Button
      variant="plain"
      slim={slim === true}
      className="wrap" // its text is wider than a phone
      busy={isAccepting}
      aria-label={
        isAccepting ? undefined : t('readable.publish-video', { publish: label, title: video.title })
      }
      onClick={press}
    >
      {isAccepting ? t('readable.publishing') : label}
    </Button>
  );
}

function toOffer(readable: Readable, t: Texts): string {
  const { part, unit, count } = describeReadable(readable);
  return t(`readable.publish-${part}-${unit}`, { count });
}
