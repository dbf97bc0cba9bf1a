import type { game } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import type { Media } from './use-media.ts';
import styles from './media-parts.module.css';

const SOURCES: Record<game.MediaSource, string> = {
  upload: 'Uploaded',
  folder: 'From the folder',
  game: 'Part of the game',
};

/** Shows the source of a picture or a sound; an upload takes precedence over a file. */
export function SourceBadge({ source }: { source: game.MediaSource | null }) {
  return source === null ? null : <Badge>{SOURCES[source]}</Badge>;
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
      onClick={() => void media.confirmAndRemove()}
    >
      Remove
    </Button>
  );
}

/** The progress of a file on its way to the server, and its error. */
export function MediaStatus({ media, label }: { media: Media; label: string }): ReactNode {
  if (media.progress !== null)
    return <progress max={1} value={media.progress} aria-label={`Sending ${label}`} />;
  return media.problem === undefined ? null : <Message kind="bad">{media.problem}</Message>;
}
