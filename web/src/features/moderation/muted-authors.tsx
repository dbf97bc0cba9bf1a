import { catalog } from '@larksong/contracts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { UserCheck, VolumeX } from 'lucide-react';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { pagesFor } from '../../api/queries.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { formatAge, formatMoment } from '../../lib/format.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { MuteDialog } from '../../parts/deciding/mute-dialog.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useSaid } from '../../ui/use-said.ts';
import styles from './moderation.module.css';

const PAGE_SIZE = 50;

function useMuted() {
  return useInfiniteQuery({
    ...pagesFor(catalog.listMutedAuthors, { limit: PAGE_SIZE }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    select: ({ pages }) => pages.flatMap((page) => page.authors),
  });
}

/** For superadmins: the authors whose comments need an approval or are refused, also those without a comment in a list. */
export function MutedAuthors() {
  const t = useTexts();
  const [said, say] = useSaid();
  const query = useMuted();
  if (query.isPending) return <Status className="muted small">{t('moderation.loading')}</Status>;
  if (query.data === undefined)
    return (
      <LoadFailed
        title={t('moderation.load-failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <section className={styles.list} aria-label={t('moderation.list-muted')}>
      <Status className="sr-only">{said}</Status>
      {query.isError && (
        <Message kind="warn">{t('moderation.out-of-date', { reason: errorSentence(query.error) })}</Message>
      )}
      {query.data.length === 0 && (
        <EmptyState
          icon={UserCheck}
          title={t('moderation.none-muted')}
          hint={t('moderation.none-muted-hint')}
        />
      )}
      <ul className={styles.items}>
        {query.data.map((author) => (
          <MutedAuthor key={author.id} author={author} onSaid={say} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('moderation.more-authors')}
        </Button>
      )}
    </section>
  );
}

interface MutedAuthorProps {
  author: catalog.MutedAuthor;
  onSaid: (sentence: string) => void;
}

function MutedAuthor({ author, onSaid }: MutedAuthorProps) {
  const t = useTexts();
  const { name, mute, mutedAt } = author;
  const [isAsking, setAsking] = useState(false);
  const unmute = useUnmute(author, onSaid);
  return (
    <li className={classNames('panel', styles.author)}>
      <p className={styles.facts}>
        <strong dir="auto">{name}</strong>
        <Badge kind={mute === 'refused' ? 'bad' : 'note'}>{t(`moderation.mute-${mute}`)}</Badge>
        {mutedAt !== null && (
          <time className="small muted" dateTime={mutedAt} title={formatMoment(mutedAt)}>
            {t('moderation.muted-since', { age: formatAge(mutedAt) })}
          </time>
        )}
      </p>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={t('moderation.mute-of', { name })}
          onClick={() => setAsking(true)}
        >
          <VolumeX className="icon" aria-hidden />
          {t('moderation.mute')}
        </Button>
        <Button
          variant="plain"
          busy={unmute.isPending}
          aria-label={t('moderation.unmute-of', { name })}
          onClick={() => unmute.mutate()}
        >
          {t('moderation.unmute')}
        </Button>
      </div>
      {unmute.error && <Message kind="bad">{errorSentence(unmute.error)}</Message>}
      {isAsking && <MuteDialog author={author} onClose={() => setAsking(false)} />}
    </li>
  );
}

function useUnmute({ id, name }: catalog.MutedAuthor, onSaid: (sentence: string) => void) {
  return useMutation({
    mutationFn: () => call(catalog.muteAuthor, { params: { id }, body: { mute: 'none' } }),
    // The button stays busy until the list shows the effect.
    onSuccess: async () => {
      await invalidate(catalog.listMutedAuthors, catalog.listModeration);
      onSaid(text('moderation.unmuted', { name }));
      focusHeading();
    },
  });
}
