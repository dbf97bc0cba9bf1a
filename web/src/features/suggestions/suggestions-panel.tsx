import { catalog, type Data } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshSuggestions, type Place } from './calls.ts';
import { SuggestDialog } from './suggest-dialog.tsx';
import { OwnSuggestion, WaitingSuggestion } from './suggestion-item.tsx';
import styles from './suggestions.module.css';

type Known = Data<typeof catalog.listSuggestions>;

/** What is suggested for a list: for its owner all that waits, for others their own, and the way to suggest something. */
export function SuggestionsPanel({ place }: { place: Place }) {
  return 'listId' in place ? <OfList place={place} /> : <OfLink place={place} />;
}

function OfList({ place }: { place: { listId: string } }) {
  const input = { params: { id: place.listId } };
  const { data } = useCall(catalog.listSuggestions, input, { staleTime: 0, refetchOnWindowFocus: true });
  if (!data) return null;
  return data.mayDecide ? (
    <Owner listId={place.listId} known={data} />
  ) : (
    <Others place={place} known={data} />
  );
}

function OfLink({ place }: { place: { linkId: string } }) {
  const { data } = useCall(catalog.listGuestSuggestions, { params: place }, { staleTime: 0 });
  return data ? <Others place={place} known={data} /> : null;
}

function Panel({ children }: { children: ReactNode }) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('suggest.title')}</h2>
      {children}
    </section>
  );
}

function Owner({ listId, known: { isOpen, suggestions } }: { listId: string; known: Known }) {
  const t = useTexts();
  const open = useMutation({
    mutationFn: (willBeOpen: boolean) =>
      call(catalog.openSuggestions, { params: { id: listId }, body: { isOpen: willBeOpen } }),
    onSettled: () => refreshSuggestions(),
  });
  const isShownOpen = open.isPending ? open.variables : isOpen;
  return (
    <Panel>
      <label className="choice">
        <input
          type="checkbox"
          checked={isShownOpen}
          onChange={(event) => open.mutate(event.target.checked)}
        />
        <span>{t('suggest.open')}</span>
      </label>
      <p className="muted small">{t('suggest.open-hint')}</p>
      {open.error && <Message kind="bad">{errorSentence(open.error)}</Message>}
      {isOpen && suggestions.length === 0 && <p className="muted">{t('suggest.none')}</p>}
      <ul className={styles.suggestions}>
        {suggestions.map((suggestion) => (
          <WaitingSuggestion key={suggestion.id} listId={listId} suggestion={suggestion} />
        ))}
      </ul>
    </Panel>
  );
}

function Others({ place, known: { isOpen, suggestions } }: { place: Place; known: Known }) {
  const t = useTexts();
  const [isSuggesting, setSuggesting] = useState(false);
  if (!isOpen && suggestions.length === 0) return null;
  return (
    <Panel>
      {isOpen ? (
        <Button variant="plain" aria-haspopup="dialog" onClick={() => setSuggesting(true)}>
          <Lightbulb className="icon" aria-hidden />
          {t('suggest.button')}
        </Button>
      ) : (
        <p className="muted">{t('suggest.closed')}</p>
      )}
      <ul className={styles.suggestions}>
        {suggestions.map((suggestion) => (
          <OwnSuggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      {isSuggesting && <SuggestDialog place={place} onClose={() => setSuggesting(false)} />}
    </Panel>
  );
}
