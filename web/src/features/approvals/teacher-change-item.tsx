import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { ArrowRight, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { formatAge } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { describeValues } from './changed-values.ts';
import styles from './teacher-changes.module.css';

/** A change with both values, and Undo. */
export function TeacherChangeItem({ change }: { change: catalog.TeacherChange }) {
  const t = useTexts();
  const { video, teacher, undone } = change;
  const undo = useUndo(change.id);
  return (
    <li className={classNames('panel', styles.change)}>
      <div>
        <p>
          {t.rich(`changes.changed-${change.change.field}`, {
            name: <bdi>{teacher.name}</bdi>,
            video: (
              <Link to={paths.watch(video.id)}>
                <bdi>{video.title}</bdi>
              </Link>
            ),
          })}
        </p>
        <p className="muted small">{formatAge(change.at)}</p>
      </div>
      {undone !== null && <Badge>{t('changes.undone', { name: undone.by })}</Badge>}
      {undone === null && change.isUndoable && (
        <Button
          variant="plain"
          busy={undo.isPending}
          aria-label={t('changes.undo-of', { title: video.title })}
          onClick={() => undo.mutate()}
        >
          <Undo2 className="icon points" aria-hidden />
          {t('changes.undo')}
        </Button>
      )}
      {undone === null && !change.isUndoable && <Badge>{t('changes.overtaken')}</Badge>}
      <Values change={change.change} />
      {undo.error && <Message kind="warn">{errorSentence(undo.error)}</Message>}
    </li>
  );
}

function useUndo(id: string) {
  return useMutation({
    mutationFn: () => call(catalog.undoTeacherChange, { params: { id } }),
    // The button stays busy until the list shows the effect; after a refusal, the list knows why.
    onSettled: () => invalidate(catalog.listTeacherChanges),
    onSuccess: () => void refreshVideos(),
  });
}

function Values({ change }: { change: catalog.ChangedField }) {
  const t = useTexts();
  if (change.field === 'thumbnail')
    return (
      <BeforeAfter
        before={<Picture src={change.before} name={t('changes.picture-before')} />}
        after={<Picture src={change.after} name={t('changes.picture-after')} />}
      />
    );
  const { before, after } = describeValues(change);
  return <BeforeAfter before={before} after={after} />;
}

function Picture({ src, name }: { src: string | null; name: string }) {
  const t = useTexts();
  if (src === null) return t('changes.own-picture');
  return <img src={src} alt={name} width={320} height={180} loading="lazy" />;
}

function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  const t = useTexts();
  return (
    <div className={styles.values}>
      <del dir="auto">
        <span className="sr-only">{t('changes.before')} </span>
        {before}
      </del>
      <ArrowRight className="icon points" aria-hidden />
      <ins dir="auto">
        <span className="sr-only">{t('changes.after')} </span>
        {after}
      </ins>
    </div>
  );
}
