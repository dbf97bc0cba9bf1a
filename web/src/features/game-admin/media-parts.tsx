import type { ReactNode } from 'react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { Media } from './use-media.ts';
import styles from './media-parts.module.css';

/** Where a picture or a sound comes from; an upload wins over a file in the folder. */
export function SourceBadge({ source }: { source: 'upload' | 'folder' | null }) {
  if (source === null) return null;
  return <Badge>{source === 'upload' ? 'Uploaded' : 'From the folder'}</Badge>;
}

export function RemoveButton({ media, label }: { media: Media; label: string }) {
  return (
    <Button
      variant="danger"
      slim
      className={styles.remove}
      busy={media.isRemoving}
      disabled={media.progress !== null}
      aria-label={`Remove ${label}`}
      onClick={() => void media.askAndRemove()}
    >
      Remove
    </Button>
  );
}

/** How far a file is on its way, and what went wrong with it. */
export function MediaStatus({ media, label }: { media: Media; label: string }): ReactNode {
  if (media.progress !== null)
    return <progress max={1} value={media.progress} aria-label={`Sending ${label}`} />;
  return media.problem === undefined ? null : <Message kind="bad">{media.problem}</Message>;
}
