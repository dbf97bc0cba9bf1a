import type { catalog } from '@larksong/contracts';
import { useState, type ReactNode } from 'react';

import { readKept } from '../../lib/kept-text.ts';
import { useTexts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentFacts } from './comment-facts.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentText } from './comment-text.tsx';
import { InnerKept } from './kept-text.tsx';
import { focusComment, toElementId, type Talk } from './talk.ts';
import styles from './comments.module.css';

interface CommentItemProps {
  comment: catalog.Comment;
  writing: catalog.Writing;
  talk: Talk;
}

/** A comment with its replies, and the form of another one. */
export function CommentItem({ comment, writing, talk }: CommentItemProps) {
  const t = useTexts();
  const mayReply = writing.mayReply && writing.state === 'open' && comment.state === 'shown';
  // What was begun before the page was left is given back.
  const [isReplying, setReplying] = useState(() => readKept(toReplyPlace(talk, comment)) !== null);
  return (
    <li>
      <One one={comment} talk={talk} onReply={mayReply && !isReplying ? () => setReplying(true) : undefined}>
        {comment.replies.length > 0 && (
          <ul className={styles.replies} aria-label={t('comments.replies-to', { name: comment.author.name })}>
            {comment.replies.map((reply) => (
              <li key={reply.id}>
                <One one={reply} talk={talk} />
              </li>
            ))}
          </ul>
        )}
        {isReplying && (
          <ReplyForm comment={comment} mayReply={mayReply} talk={talk} onEnd={() => setReplying(false)} />
        )}
      </One>
    </li>
  );
}

const toReplyPlace = (talk: Talk, { id }: catalog.Comment) => talk.placeOf(`reply ${id}`);

interface ReplyFormProps {
  comment: catalog.Comment;
  mayReply: boolean;
  talk: Talk;
  onEnd: () => void;
}

/** The form of a reply. Somebody who cannot reply any more keeps what they had begun. */
function ReplyForm({ comment, mayReply, talk, onEnd }: ReplyFormProps) {
  const t = useTexts();
  const place = toReplyPlace(talk, comment);
  if (!mayReply) return <InnerKept draft={{ place, kind: 'reply' }} note={t('comments.reply-off')} />;
  return (
    <CommentForm
      place={place}
      label={t('comments.your-reply', { name: comment.author.name })}
      submitLabel={t('comments.send')}
      send={async (text, attempt) => {
        focusComment(await talk.write(text, attempt, comment.id));
        onEnd();
      }}
      isWritten={talk.isWritten}
      onCancel={() => {
        onEnd();
        focusComment(comment.id);
      }}
    />
  );
}

interface OneProps {
  one: catalog.Reply;
  talk: Talk;
  onReply?: (() => void) | undefined;
  children?: ReactNode;
}

/** A comment or a reply. */
function One({ one, talk, onReply, children }: OneProps) {
  const place = talk.placeOf(`change ${one.id}`);
  const [isChanging, setChanging] = useState(() => readKept(place) !== null);
  const end = () => {
    setChanging(false);
    focusComment(one.id);
  };
  return (
    <article
      id={toElementId(one.id)}
      tabIndex={-1}
      className={classNames(styles.comment, one.state === 'removed' && styles.gone)}
      aria-labelledby={`${toElementId(one.id)}-author`}
    >
      <Avatar name={one.author.name} />
      <div>
        <CommentFacts one={one} />
        {isChanging ? <ChangeForm one={one} talk={talk} place={place} onEnd={end} /> : <Texts one={one} />}
        {!isChanging && (
          <CommentActions one={one} talk={talk} onReply={onReply} onChange={() => setChanging(true)} />
        )}
        {children}
      </div>
    </article>
  );
}

function Texts({ one: { text, waitingText, refused } }: { one: catalog.Reply }) {
  const t = useTexts();
  return (
    <>
      <CommentText text={text} />
      {waitingText !== null && (
        <div className={styles.waitingText}>
          <p className="muted small">{t('comments.change-waits')}</p>
          <CommentText text={waitingText} />
        </div>
      )}
      {refused !== null && waitingText === null && <RefusedChange refused={refused} />}
    </>
  );
}

/** Tells the author what was refused of a change, and why. */
function RefusedChange({ refused: { text, fault, note } }: { refused: catalog.RefusedChange }) {
  const t = useTexts();
  return (
    <div className={styles.waitingText}>
      <p className="muted small">
        {t('comments.change-refused')} {t(`comments.removed-${fault}`)}
      </p>
      {note !== '' && (
        <p className="small">
          <q dir="auto">{note}</q>
        </p>
      )}
      <CommentText text={text} />
    </div>
  );
}

interface ChangeFormProps {
  one: catalog.Reply;
  talk: Talk;
  place: string;
  onEnd: () => void;
}

function ChangeForm({ one, talk, place, onEnd }: ChangeFormProps) {
  const t = useTexts();
  return (
    <CommentForm
      place={place}
      label={t('comments.your-change')}
      submitLabel={t('comments.save')}
      initial={one.waitingText ?? one.text}
      send={async (text) => {
        await talk.change(one.id, text);
        onEnd();
      }}
      onCancel={onEnd}
    />
  );
}
