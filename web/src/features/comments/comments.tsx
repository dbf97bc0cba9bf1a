import type { auth, catalog } from '@larksong/contracts';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { useSession } from '../auth/session.ts';
import { CloseButton } from './close-button.tsx';
import { CommentItem } from './comment-item.tsx';
import { toPlace } from './drafts.ts';
import { AllKept, KeptElsewhere } from './kept-text.tsx';
import { SignedOut } from './signed-out.tsx';
import { isGone, useComments } from './use-comments.ts';
import { createTalk, HEADING_ID, type Talk } from './talk.ts';
import { WriteComment } from './write-comment.tsx';
import styles from './comments.module.css';

/** The comments on a video, for members. If their session ends, what they wrote is still there after the next sign-in. */
export function Comments({ videoId, isAbsent }: { videoId: string; isAbsent: boolean }) {
  const { user, status, hasEnded } = useSession();
  const [owner, setOwner] = useState<auth.User | null>(null);
  const nextOwner = user ?? (hasEnded ? owner : null);
  if (nextOwner !== owner) setOwner(nextOwner);
  if (nextOwner && isAbsent) return <Absent place={toPlace(nextOwner.id, videoId)} />;
  if (user) return <CommentsOf key={user.id} videoId={videoId} userId={user.id} />;
  return status === 'signed-out' && nextOwner && <SignedOut place={toPlace(nextOwner.id, videoId)} />;
}

/** What was written about a video that the viewer cannot see any more. */
function Absent({ place }: { place: string }) {
  const t = useTexts();
  return <AllKept place={place} note={t('comments.state-off')} />;
}

function CommentsOf({ videoId, userId }: { videoId: string; userId: string }) {
  const t = useTexts();
  const query = useComments(videoId);
  const [said, say] = useSaid();
  const { data } = query;
  const talk = createTalk({ videoId, userId, mayRemove: data?.mayRemove ?? false, say });
  // The site has no comments any more, or the viewer no longer sees the video.
  if (isGone(query.error)) return <AllKept place={talk.placeOf()} note={t('comments.state-off')} />;
  return (
    <section className={styles.section} aria-labelledby={HEADING_ID}>
      <div className={styles.top}>
        <h2 id={HEADING_ID} tabIndex={-1}>
          {data && data.count > 0 ? t('comments.count', { count: data.count }) : t('comments.title')}
        </h2>
        {data?.mayClose && <CloseButton videoId={videoId} isClosed={data.isClosed} onSaid={say} />}
      </div>
      <Status className="sr-only">{said}</Status>
      <State query={query} />
      {data?.writing && (
        <WriteComment writing={data.writing} talk={talk} onRetry={() => void query.refetch()} />
      )}
      {data && <KeptElsewhere place={talk.placeOf()} listed={toIds(data.comments)} />}
      {data?.writing && <List comments={data.comments} writing={data.writing} talk={talk} />}
      <More query={query} />
    </section>
  );
}

/** Returns the ids of comments and of the replies to them. */
function toIds(comments: readonly catalog.Comment[]): ReadonlySet<string> {
  return new Set(comments.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]));
}

type Query = ReturnType<typeof useComments>;

/** What there is to say instead of the comments, or above them. */
function State({ query }: { query: Query }) {
  const t = useTexts();
  if (query.isPending) return <Waiting />;
  if (query.data === undefined)
    return (
      <LoadFailed
        level={3}
        title={t('comments.failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    query.isRefetchError && (
      <Message kind="warn">{t('comments.out-of-date', { reason: errorSentence(query.error) })}</Message>
    )
  );
}

interface ListProps {
  comments: readonly catalog.Comment[];
  writing: catalog.Writing;
  talk: Talk;
}

function List({ comments, writing, talk }: ListProps) {
  const t = useTexts();
  if (comments.length === 0)
    return (
      <p className={styles.none}>
        <MessagesSquare className="icon" aria-hidden />
        {t('comments.none')}
      </p>
    );
  return (
    <ul className={styles.list} aria-labelledby={HEADING_ID}>
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} writing={writing} talk={talk} />
      ))}
    </ul>
  );
}

function More({ query }: { query: Query }) {
  const t = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {query.isFetchNextPageError && <Message kind="bad">{errorSentence(query.error)}</Message>}
      <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t(query.isFetchNextPageError ? 'comments.retry' : 'comments.more')}
      </Button>
    </div>
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <>
      <Status className="muted small">{t('comments.loading')}</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </>
  );
}
