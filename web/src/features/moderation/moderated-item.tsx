import type { catalog } from '@larksong/contracts';
import { Check, MessageSquareX, VolumeX } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { toHeadId } from '../../parts/deciding/use-current.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CommentText } from '../comments/comment-text.tsx';
import { ItemFacts, ItemStates } from './item-facts.tsx';
import { isChange } from './use-decisions.ts';
import type { Work } from './use-work.ts';
import styles from './moderation.module.css';

interface ModeratedItemProps {
  comment: catalog.ModeratedComment;
  list: catalog.ModerationList;
  isCurrent: boolean;
  isSelected: boolean;
  work: Work;
}

/** A comment with all that there is to decide from. */
export function ModeratedItem({ comment, list, isCurrent, isSelected, work }: ModeratedItemProps) {
  const t = useTexts();
  const { id, author } = comment;
  return (
    <li className={classNames('panel', styles.item)} data-item={id} data-current={isCurrent || undefined}>
      <label className={classNames('choice', styles.tick)}>
        <input
          type="checkbox"
          name="selected"
          aria-label={t('moderation.select', { name: author.name })}
          checked={isSelected}
          onChange={() => work.toggle(id)}
        />
      </label>
      <article
        id={toHeadId(id)}
        tabIndex={-1}
        className={styles.comment}
        aria-current={isCurrent || undefined}
        aria-labelledby={`${toHeadId(id)}-facts`}
      >
        <ItemFacts comment={comment} id={`${toHeadId(id)}-facts`} />
        <ItemStates comment={comment} />
        {comment.parent && (
          <blockquote className={styles.parent}>
            <p className="small muted">{t('moderation.reply-to', { name: comment.parent.authorName })}</p>
            <CommentText text={comment.parent.text} />
          </blockquote>
        )}
        <Refused refused={comment.refused} />
        <Texts comment={comment} />
      </article>
      <Actions comment={comment} list={list} work={work} />
    </li>
  );
}

/** The text, or what is shown now and what is to be shown instead. */
function Texts({ comment: { text, waitingText } }: Pick<ModeratedItemProps, 'comment'>) {
  const t = useTexts();
  if (waitingText === null) return <CommentText text={text} />;
  return (
    <>
      <p className="small muted">{t('moderation.shown-now')}</p>
      <CommentText text={text} />
      <p className="small muted">{t('moderation.changed-to')}</p>
      <CommentText text={waitingText} />
    </>
  );
}

/** What was refused of an earlier change, or was removed with the comment. */
function Refused({ refused }: Pick<catalog.ModeratedComment, 'refused'>) {
  const t = useTexts();
  if (refused === null) return null;
  return (
    <blockquote className={styles.parent}>
      <p className="small muted">
        {t('moderation.refused-change', { reason: t(`moderation.fault-${refused.fault}`) })}
      </p>
      <CommentText text={refused.text} />
    </blockquote>
  );
}

function Actions({ comment, list, work }: Pick<ModeratedItemProps, 'comment' | 'list' | 'work'>) {
  const t = useTexts();
  const { name } = comment.author;
  if (!comment.mayApprove && !comment.mayRemove) return null;
  return (
    <div className={styles.actions}>
      {comment.mayRemove && (
        <Button
          variant="quiet"
          aria-keyshortcuts="M"
          aria-haspopup="dialog"
          aria-label={t('moderation.mute-of', { name })}
          onClick={() => work.act('mute', [comment])}
        >
          <VolumeX className="icon" aria-hidden />
          {t('moderation.mute')}
        </Button>
      )}
      {comment.mayRemove && list !== 'removed' && (
        <Button
          variant="plain"
          aria-keyshortcuts="S"
          aria-haspopup="dialog"
          onClick={() => work.act('remove', [comment])}
        >
          <MessageSquareX className="icon" aria-hidden />
          {t(list === 'waiting' && isChange(comment) ? 'moderation.refuse' : 'moderation.remove')}
        </Button>
      )}
      {comment.mayApprove && (
        <Button aria-keyshortcuts="A" onClick={() => work.act('approve', [comment])}>
          <Check className="icon" aria-hidden />
          {t(`moderation.approve-${list}`)}
        </Button>
      )}
    </div>
  );
}
