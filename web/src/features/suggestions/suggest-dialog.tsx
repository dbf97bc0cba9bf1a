import { ApiError, catalog } from '@larksong/contracts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { useState } from 'react';

import { pagesFor } from '../../api/queries.ts';
import { formatDuration } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { useSearchText, type SearchText } from '../../lib/use-search-text.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { refreshSuggestions, suggest, type Place, type Suggested } from './calls.ts';
import styles from './suggestions.module.css';

/** As many as a page of the songs has, so that they share an answer. */
const PAGE_SIZE = 50;
const SHOWN = 12;
/** Of words that are sought. */
const MAX_SEARCH = 100;

interface SuggestDialogProps {
  place: Place;
  onClose: () => void;
}

/** A song is found by its words and suggested with one press; what is not on the site is suggested as it is written. */
export function SuggestDialog({ place, onClose }: SuggestDialogProps) {
  const t = useTexts();
  const [q, setQ] = useState('');
  const search = useSearchText(q, setQ);
  const send = useMutation({
    mutationFn: (song: Suggested) => suggest(place, song),
    onSettled: () => refreshSuggestions(),
    networkMode: 'always',
  });
  const title = search.text.trim();
  return (
    <Dialog open title={t('suggest.button')} onClose={onClose}>
      <SearchForm search={search} />
      <Status>
        {send.isSuccess && <Message kind="good">{t(send.data ? 'suggest.sent' : 'suggest.known')}</Message>}
      </Status>
      {send.isError && (
        <FoundMessage>{isGone(send.error) ? t('suggest.list-gone') : errorSentence(send.error)}</FoundMessage>
      )}
      <Found q={q.slice(0, MAX_SEARCH)} isSending={send.isPending} onSuggest={(song) => send.mutate(song)} />
      {title !== '' && <AsTitle title={title} isSending={send.isPending} onSuggest={send.mutate} />}
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns whether the list, or the link to it, is no longer there. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LIST_NOT_FOUND' || error.code === 'LINK_NOT_OPEN');
}

function SearchForm({ search }: { search: SearchText }) {
  const t = useTexts();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search.submit();
      }}
    >
      <Field label={t('suggest.search')} hint={t('suggest.search-hint')}>
        {(control) => (
          <input
            {...control}
            type="search"
            data-autofocus
            dir={search.text === '' ? undefined : 'auto'}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={catalog.MAX_SUGGESTED_TITLE}
            value={search.text}
            onChange={(event) => search.onType(event.target.value)}
          />
        )}
      </Field>
    </form>
  );
}

interface AsTitleProps {
  title: string;
  isSending: boolean;
  onSuggest: (song: Suggested) => void;
}

/** Suggests what is written. */
function AsTitle({ title, isSending, onSuggest }: AsTitleProps) {
  const t = useTexts();
  return (
    <Button variant="plain" busy={isSending} className={styles.asTitle} onClick={() => onSuggest({ title })}>
      <Lightbulb className="icon" aria-hidden />
      <span>{t.rich('suggest.as-title', { title: <bdi>{title}</bdi> })}</span>
    </Button>
  );
}

interface FoundProps {
  q: string;
  isSending: boolean;
  onSuggest: (song: Suggested) => void;
}

function Found({ q, isSending, onSuggest }: FoundProps) {
  const t = useTexts();
  const query = useInfiniteQuery({
    ...pagesFor(catalog.listVideos, { limit: PAGE_SIZE, q }),
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });
  if (q === '') return null;
  const videos = query.data?.pages.flatMap((page) => page.videos);
  if (!videos && query.isError) return <Message kind="bad">{errorSentence(query.error)}</Message>;
  if (!videos) return <Status className="muted">{t('suggest.searching')}</Status>;
  if (videos.length === 0) return <p className="muted">{t('suggest.not-found')}</p>;
  return (
    <ul className={styles.found} aria-label={t('suggest.found')}>
      {videos.slice(0, SHOWN).map((video) => (
        <li key={video.id}>
          <button
            type="button"
            className={styles.song}
            aria-disabled={isSending || undefined}
            onClick={() => {
              if (!isSending) onSuggest({ videoId: video.id });
            }}
          >
            <Lightbulb className="icon" aria-hidden />
            <bdi>{video.title}</bdi>
            <small className="muted">{formatDuration(video.duration)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
