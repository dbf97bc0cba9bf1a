import type { catalog } from '@larksong/contracts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';

import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { Message } from '../../../ui/message.tsx';
import { useSession } from '../../auth/session.ts';
import { openSignIn } from '../../auth/sign-in.tsx';
import { useOpinion } from './use-opinion.ts';
import styles from './opinion-buttons.module.css';

/** Like and dislike buttons. Visitors are asked to sign in. */
export function OpinionButtons({ video }: { video: catalog.Video }) {
  const { status } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { opinion, error, press } = useOpinion(video);
  const choose = (button: 'like' | 'dislike') => {
    if (status === 'signed-out') setAsking(true);
    else press(button);
  };
  return (
    <>
      <fieldset className={styles.opinion} aria-label="Your opinion">
        <button type="button" aria-pressed={opinion.userHasLiked} onClick={() => choose('like')}>
          <ThumbsUp className="icon" aria-hidden />
          <span className="sr-only">Like, </span>
          {formatCount(opinion.likeCount)}
          <span className="sr-only">{opinion.likeCount === 1 ? ' like' : ' likes'}</span>
        </button>
        <button
          type="button"
          aria-pressed={opinion.userHasDisliked}
          aria-label="Dislike"
          title="Dislike"
          onClick={() => choose('dislike')}
        >
          <ThumbsDown className="icon" aria-hidden />
        </button>
      </fieldset>
      {error && status !== 'signed-out' && (
        <Message kind="bad">
          {errorSentence(error, 'Your opinion could not be saved. Please try again.')}
        </Message>
      )}
      {isAsking && <SignInFirst onClose={() => setAsking(false)} />}
    </>
  );
}

function SignInFirst({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Like this video?">
      <p>Sign in to make your opinion count.</p>
      <div className="actions">
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            openSignIn();
          }}
        >
          Sign in
        </Button>
      </div>
    </Dialog>
  );
}
