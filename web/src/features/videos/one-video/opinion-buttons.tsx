import type { catalog } from '@larksong/contracts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';

import { formatCount, roundedAsShown } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { useSession } from '../../auth/session.ts';
import { openSignIn } from '../../auth/sign-in.tsx';
import { useOpinion } from './use-opinion.ts';
import styles from './opinion-buttons.module.css';

interface OpinionButtonsProps {
  video: catalog.Video;
  /** Other actions, between Like and Dislike, which is the last. */
  children: ReactNode;
}

/** Like and dislike buttons, and for five seconds a way to undo. Visitors are asked to sign in. */
export function OpinionButtons({ video, children }: OpinionButtonsProps) {
  const t = useTexts();
  const { status } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { opinion, error, press, change, undo } = useOpinion(video);
  const like = useRef<HTMLButtonElement>(null);
  const choose = (button: 'like' | 'dislike') => {
    if (status === 'signed-out') setAsking(true);
    else press(button);
  };
  return (
    <>
      <LikeButton
        ref={like}
        opinion={opinion}
        data-grown-ups={status === 'signed-out' || undefined}
        onClick={() => choose('like')}
      />
      {children}
      <DislikeButton opinion={opinion} onClick={() => choose('dislike')} />
      <LastChange
        change={change}
        onUndo={() => {
          undo();
          like.current?.focus({ preventScroll: true }); // Undo disappears
        }}
      />
      {error && status !== 'signed-out' && (
        <Message kind="bad">{errorSentence(error, t('opinion.failed'))}</Message>
      )}
      {isAsking && <SignInFirst onClose={() => setAsking(false)} />}
    </>
  );
}

interface OpinionButtonProps extends ComponentProps<'button'> {
  opinion: catalog.Opinion;
}

function LikeButton({ opinion: { userHasLiked, likeCount }, ...rest }: OpinionButtonProps) {
  const t = useTexts();
  const more = (content: ReactNode) => <span className="sr-only">{content}</span>;
  return (
    <button {...rest} type="button" className={styles.like} aria-pressed={userHasLiked}>
      <ThumbsUp className="icon" aria-hidden />
      {t.rich('opinion.like', { count: roundedAsShown(likeCount), shown: formatCount(likeCount), more })}
    </button>
  );
}

function DislikeButton({ opinion: { userHasDisliked }, ...rest }: OpinionButtonProps) {
  const t = useTexts();
  return (
    <button
      {...rest}
      type="button"
      className={styles.dislike}
      data-grown-ups
      aria-pressed={userHasDisliked}
      aria-label={t('opinion.dislike')}
      title={t('opinion.dislike')}
    >
      <ThumbsDown className="icon" aria-hidden />
    </button>
  );
}

/** Says what a press has changed, while it can be undone. */
function LastChange({ change, onUndo }: { change: string | undefined; onUndo: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.change}>
      <Status>{change}</Status>
      {change !== undefined && (
        <Button variant="plain" onClick={onUndo}>
          {t('opinion.undo')}
        </Button>
      )}
    </div>
  );
}

function SignInFirst({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open onClose={onClose} title={t('opinion.sign-in-title')}>
      <p>{t('opinion.sign-in-hint')}</p>
      <div className="actions">
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            openSignIn();
          }}
        >
          {t('opinion.sign-in')}
        </Button>
      </div>
    </Dialog>
  );
}
