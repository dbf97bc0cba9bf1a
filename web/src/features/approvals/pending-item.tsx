import type { catalog } from '@larksong/contracts';
import { CircleArrowOutUpRight, Hourglass, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { formatAge, formatDuration } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { toHeadId } from '../../parts/deciding/use-current.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { KEY_SHORTCUTS } from './keys.ts';
import { PendingDetails } from './pending-details.tsx';
import type { Action } from './use-work.ts';
import styles from './approvals.module.css';

interface PendingItemProps {
  video: catalog.PendingVideo;
  isCurrent: boolean;
  isSelected: boolean;
  isPlaying: boolean;
  onOpen: () => void;
  onAct: (action: Action) => void;
}

/** A video in one low row; the current one is unfolded. */
export function PendingItem({ video, isCurrent, isSelected, ...rest }: PendingItemProps) {
  const t = useTexts();
  return (
    <li className={classNames('panel', styles.item)} data-current={isCurrent || undefined}>
      <div className={styles.head}>
        <label className={classNames('choice', styles.tick)}>
          <input
            type="checkbox"
            name="selected"
            aria-label={t('approvals.select', { title: video.title })}
            checked={isSelected}
            onChange={() => rest.onAct('select')}
          />
        </label>
        <button
          type="button"
          id={toHeadId(video.id)}
          className={styles.open}
          aria-expanded={isCurrent}
          aria-current={isCurrent || undefined}
          aria-keyshortcuts={isCurrent ? KEY_SHORTCUTS : undefined}
          onClick={rest.onOpen}
        >
          <Picture thumbnail={video.thumbnail} />
          <Names video={video} />
          <States video={video} />
        </button>
      </div>
      {isCurrent && <PendingDetails video={video} isPlaying={rest.isPlaying} onAct={rest.onAct} />}
    </li>
  );
}

/** The title, and the length, by whom and since when. */
function Names({ video: { title, duration, uploader, approval } }: { video: catalog.PendingVideo }) {
  const facts = [
    formatDuration(duration),
    uploader.displayName ?? uploader.username,
    formatAge(approval.since),
  ];
  return (
    <span className={styles.names}>
      <strong dir="auto">{title}</strong>
      <span className="small muted">
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
      </span>
    </span>
  );
}

/** The picture, or an empty place of its size. */
function Picture({ thumbnail }: { thumbnail: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (thumbnail === null || thumbnail === failed) return <span className={styles.picture} />;
  return (
    <img
      className={styles.picture}
      src={thumbnail}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(thumbnail)}
    />
  );
}

function States({ video }: { video: catalog.PendingVideo }) {
  const t = useTexts();
  const { approval, status, playable } = video;
  return (
    <span className={styles.states}>
      {approval.state === 'widening' && (
        <Badge kind="note">
          <CircleArrowOutUpRight className="icon points" aria-hidden />
          {t('approvals.widening')}
        </Badge>
      )}
      {approval.state === 'sent_back' && (
        <Badge kind="bad">
          <Undo2 className="icon points" aria-hidden />
          {t('approvals.is-sent-back')}
        </Badge>
      )}
      {status === 'failed' && (
        <Badge kind="bad">
          <TriangleAlert className="icon" aria-hidden />
          {t('approvals.is-failed')}
        </Badge>
      )}
      {status === 'processing' && !playable && (
        <Badge>
          <Hourglass className="icon" aria-hidden />
          {t('approvals.is-processing')}
        </Badge>
      )}
    </span>
  );
}
