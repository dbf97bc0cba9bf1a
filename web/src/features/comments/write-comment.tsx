import type { catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatMoment } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CommentForm } from './comment-form.tsx';
import { KeptText } from './kept-text.tsx';
import type { Talk } from './talk.ts';
import styles from './comments.module.css';

interface WriteCommentProps {
  writing: catalog.Writing;
  talk: Talk;
  onRetry: () => void;
}

/** The form of a new comment, or why the viewer cannot write one now, with what they had begun. */
export function WriteComment({ writing, talk, onRetry }: WriteCommentProps) {
  const t = useTexts();
  const place = talk.placeOf();
  if (writing.state === 'unknown')
    return (
      <KeptText place={place} note={t('comments.state-unknown')}>
        <Button variant="plain" slim onClick={onRetry}>
          {t('comments.retry')}
        </Button>
      </KeptText>
    );
  if (writing.state !== 'open') return <KeptText place={place} note={describe(writing, t)} isLasting />;
  return (
    <div className={styles.write}>
      <CommentForm
        place={place}
        label={t('comments.label')}
        submitLabel={t('comments.send')}
        send={async (text, attempt) => void (await talk.write(text, attempt))}
        isWritten={talk.isWritten}
      />
      {writing.needsApproval && <p className="muted small">{t('comments.needs-approval')}</p>}
    </div>
  );
}

function describe({ state, from }: catalog.Writing, t: Texts): ReactNode {
  if (state === 'too-young' && from !== null)
    return t('comments.state-too-young', { moment: formatMoment(from) });
  if (state === 'unverified')
    return t.rich('comments.state-unverified', {
      link: (content) => <Link to={paths.profile}>{content}</Link>,
    });
  if (state === 'unconfirmed') return t('comments.state-unconfirmed');
  return t(state === 'muted' ? 'comments.state-muted' : 'comments.state-closed');
}
