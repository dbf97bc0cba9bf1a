import type { catalog } from '@larksong/contracts';
import { Flag, Hourglass, VolumeX } from 'lucide-react';
import { Link } from 'react-router';

import { formatAge, formatMoment } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './moderation.module.css';

/** Who wrote a comment, on which song, and when. */
export function ItemFacts({ comment, id }: { comment: catalog.ModeratedComment; id: string }) {
  const t = useTexts();
  const { author, video, createdAt } = comment;
  return (
    <p id={id} className={styles.facts}>
      <strong dir="auto">{author.name}</strong>
      <span className="small muted">
        {t.rich('moderation.on-song', {
          song: (
            <Link to={paths.watch(video.id)}>
              <bdi>{video.title}</bdi>
            </Link>
          ),
        })}
      </span>
      <time className="small muted" dateTime={createdAt} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    </p>
  );
}

/** Why a comment waits, what it is reported for, or why it was removed and by whom. */
export function ItemStates({ comment }: { comment: catalog.ModeratedComment }) {
  return (
    <>
      <Badges comment={comment} />
      {comment.removal && <Removed removal={comment.removal} decided={comment.decided} />}
    </>
  );
}

function Badges({ comment: { heldBy, author, reports } }: { comment: catalog.ModeratedComment }) {
  const t = useTexts();
  const isHeld = heldBy === 'words' || heldBy === 'mute';
  if (!isHeld && author.mute !== 'refused' && reports.length === 0) return null;
  return (
    <p className={styles.states}>
      {isHeld && (
        <Badge kind="note">
          <Hourglass className="icon" aria-hidden />
          {t(`moderation.held-${heldBy}`)}
        </Badge>
      )}
      {author.mute === 'refused' && (
        <Badge kind="bad">
          <VolumeX className="icon" aria-hidden />
          {t('moderation.is-refused')}
        </Badge>
      )}
      {reports.map(({ fault, count }) => (
        <Badge key={fault} kind="bad">
          <Flag className="icon" aria-hidden />
          {t('moderation.report', { fault: t(`moderation.fault-${fault}`), count })}
        </Badge>
      ))}
    </p>
  );
}

interface RemovedProps {
  removal: catalog.Removal;
  decided: catalog.ModeratedComment['decided'];
}

function Removed({ removal, decided }: RemovedProps) {
  const t = useTexts();
  return (
    <p className={styles.removal}>
      {t(`moderation.fault-${removal.fault}`)}
      {removal.note !== '' && (
        <>
          {' '}
          <q dir="auto">{removal.note}</q>
        </>
      )}
      {decided && (
        <small className="muted">
          {t('moderation.removed-by', { name: decided.by, age: formatAge(decided.at) })}
        </small>
      )}
    </p>
  );
}
