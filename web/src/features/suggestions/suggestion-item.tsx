import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { formatAge } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshSuggestions } from './calls.ts';
import styles from './suggestions.module.css';

interface WaitingProps {
  listId: string;
  suggestion: catalog.Suggestion;
}

/** A suggestion that the owner takes or does not, with one press. */
export function WaitingSuggestion({ listId, suggestion }: WaitingProps) {
  const t = useTexts();
  const { video, by } = suggestion;
  const title = video?.title ?? suggestion.title;
  const decide = useDecision(listId, suggestion.id);
  return (
    <li className={styles.suggestion}>
      <div>
        <Title suggestion={suggestion} />
        <p className="muted small">
          {by === '' ? t('suggest.by-somebody') : t.rich('suggest.by', { name: <bdi>{by}</bdi> })} ·{' '}
          {formatAge(suggestion.at)}
        </p>
        {!video && <p className="muted small">{t('suggest.is-title')}</p>}
      </div>
      <div className="row">
        <Button
          variant="plain"
          busy={decide.isPending && decide.variables === 'take'}
          aria-label={t(video ? 'suggest.take-of' : 'suggest.note-of', { title })}
          onClick={() => decide.mutate('take')}
        >
          <Check className="icon" aria-hidden />
          {t(video ? 'suggest.take' : 'suggest.note')}
        </Button>
        <Button
          variant="quiet"
          busy={decide.isPending && decide.variables === 'decline'}
          aria-label={t('suggest.decline-of', { title })}
          onClick={() => decide.mutate('decline')}
        >
          <X className="icon" aria-hidden />
          {t('suggest.decline')}
        </Button>
      </div>
      {decide.error && <Message kind="warn">{errorSentence(decide.error)}</Message>}
    </li>
  );
}

function useDecision(listId: string, suggestionId: string) {
  return useMutation({
    mutationFn: (decision: 'take' | 'decline') =>
      call(catalog.decideSuggestion, { params: { id: listId, suggestionId }, body: { decision } }),
    onSettled: () => refreshSuggestions(),
  });
}

/** What became of a suggestion of the viewer's own. */
export function OwnSuggestion({ suggestion }: { suggestion: catalog.Suggestion }) {
  const t = useTexts();
  const { state } = suggestion;
  return (
    <li className={styles.suggestion}>
      <div>
        <Title suggestion={suggestion} />
        <Badge kind={state === 'taken' ? 'good' : state === 'waiting' ? 'note' : 'plain'}>
          {t(`suggest.state-${state}`)}
        </Badge>
      </div>
    </li>
  );
}

function Title({ suggestion: { video, title } }: { suggestion: catalog.Suggestion }) {
  if (!video)
    return (
      <p dir="auto" className={styles.title}>
        {title}
      </p>
    );
  return (
    <p className={styles.title}>
      <Link to={paths.watch(video.id)}>
        <bdi>{video.title}</bdi>
      </Link>
    </p>
  );
}
