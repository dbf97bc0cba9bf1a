import { CircleCheck, Flag } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useServerTexts } from '../../parts/server-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { FlagItem } from './flag-item.tsx';
import { useFlags, type FlagList } from './use-flags.ts';
import { useFocusOnNext } from './use-focus-on-next.ts';
import styles from './flags.module.css';

const LISTS = ['open', 'closed'] as const;

/** What viewers told about songs. The selected list is in the address: `?list=closed`. */
export function Flags() {
  const t = useTexts();
  useServerTexts('failures');
  const [address, setAddress] = useSearchParams();
  const list = LISTS.find((one) => one === address.get('list')) ?? 'open';
  const { openCount } = useFlags('open').data ?? {};
  return (
    <>
      <div>
        <h1>{t('flags.title')}</h1>
        <p className="muted">{t('flags.subtitle')}</p>
      </div>
      <fieldset className="chips scroll" aria-label={t('flags.lists')}>
        {LISTS.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === list}
            onClick={() => setAddress(one === 'open' ? {} : { list: one }, { replace: true })}
          >
            {t(`flags.list-${one}`)}
            {one === 'open' && <small>{openCount === undefined ? '\u2007' : formatInteger(openCount)}</small>}
          </button>
        ))}
      </fieldset>
      <FlagItems key={list} list={list} />
    </>
  );
}

function FlagItems({ list }: { list: FlagList }) {
  const t = useTexts();
  const query = useFlags(list);
  const items = useRef<HTMLUListElement>(null);
  useFocusOnNext(items, query.data?.flags.length ?? 0);
  if (query.isPending) return <Status className="muted">{t('flags.loading')}</Status>;
  if (query.data === undefined)
    return (
      <LoadFailed title={t('flags.load-failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  const { flags } = query.data;
  return (
    <>
      {query.isRefetchError && (
        <Message kind="warn">{t('flags.out-of-date', { reason: errorSentence(query.error) })}</Message>
      )}
      {flags.length === 0 && (
        <EmptyState
          icon={list === 'open' ? CircleCheck : Flag}
          title={t(`flags.none-${list}`)}
          hint={list === 'open' ? t('flags.none-open-hint') : undefined}
        />
      )}
      <ul ref={items} className={styles.flags}>
        {flags.map((flag) => (
          <FlagItem key={flag.id} flag={flag} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('flags.more')}
        </Button>
      )}
    </>
  );
}
