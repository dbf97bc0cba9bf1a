import type { game } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import type { Media } from './use-media.ts';
import styles from './media-parts.module.css';

/** Shows the source of a picture or a sound; an upload takes precedence over a file. */
export function SourceBadge({ source }: { source: game.MediaSource | null }) {
  const t = useTexts();
  return source === null ? null : <Badge>{t(`media.source.${source}`)}</Badge>;
}

interface MediaPartProps {
  /** The word, or what stands for it, whose picture or sound it is. */
  name: string;
  kind: 'picture' | 'sound';
  media: Media;
}

export function RemoveButton({ name, kind, media }: MediaPartProps) {
  const t = useTexts();
  return (
    <Button
      variant="danger"
      slim
      className={styles.remove}
      busy={media.isRemoving}
      disabled={media.progress !== null}
      aria-label={t(`media.remove-of.${kind}`, { name })}
      onClick={() => void media.confirmAndRemove()}
    >
      {t('media.remove')}
    </Button>
  );
}

/** The progress of a file on its way to the server, and its error. */
export function MediaStatus({ name, kind, media }: MediaPartProps): ReactNode {
  const t = useTexts();
  if (media.progress !== null)
    return <progress max={1} value={media.progress} aria-label={t(`media.sending.${kind}`, { name })} />;
  return media.problem === undefined ? null : <Message kind="bad">{media.problem}</Message>;
}
