import type { catalog } from '@larksong/contracts';
import { Clock } from 'lucide-react';

import { formatAge, formatMoment } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { toElementId } from './talk.ts';
import styles from './comments.module.css';

/** Who wrote a comment and when, and for its author whether others see it. */
export function CommentFacts({ one }: { one: catalog.Reply }) {
  const t = useTexts();
  const { author, createdAt, editedAt, state, removal } = one;
  return (
    <>
      <header className={styles.facts}>
        <strong dir="auto" id={`${toElementId(one.id)}-author`}>
          {author.name}
        </strong>
        <time className="muted small" dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAge(createdAt)}
        </time>
        {editedAt !== null && <span className="muted small">{t('comments.edited')}</span>}
        {author.standing !== null && <Badge kind="note">{t(`comments.standing-${author.standing}`)}</Badge>}
        {state === 'waiting' && (
          <Badge>
            <Clock className="icon" aria-hidden />
            {t('comments.waiting')}
          </Badge>
        )}
      </header>
      {state === 'removed' && <Removed removal={removal} />}
    </>
  );
}

/** Tells the author, who alone still sees the comment, why it was removed. */
function Removed({ removal }: { removal: catalog.Removal | null }) {
  const t = useTexts();
  return (
    <div className={styles.removal}>
      <p>
        {t('comments.removed')}
        {removal && ` ${t(`comments.removed-${removal.fault}`)}`}
      </p>
      {removal !== null && removal.note !== '' && (
        <p>
          <q dir="auto">{removal.note}</q>
        </p>
      )}
    </div>
  );
}
