import { auth } from '@larksong/contracts';
import { Search, Users } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { AccountFilters, ROLES } from './account-filters.tsx';
import { AccountItem } from './account-item.tsx';
import { Invitations } from './invitations.tsx';
import { KeptMails } from './kept-mails.tsx';
import { PeopleTables } from './people-tables.tsx';
import { useAccounts } from './use-accounts.ts';
import { useKeptMails } from './use-kept-mails.ts';
import styles from './accounts.module.css';
import accountItemStyles from './account-item.module.css';

/** The list of all accounts, for superadmins. */
export function Accounts() {
  const t = useTexts();
  const [address, setAddress] = useSearchParams();
  const query = address.get('q') ?? '';
  const role = ROLES.find((one) => one === address.get('role')) ?? null;
  const filter = (q: string, ofRole: auth.GivenRole | null) =>
    setAddress({ ...(q !== '' && { q }), ...(ofRole && { role: ofRole }) }, { replace: true });
  const { text, onType } = useSearchText(query, (q) => filter(q, role));
  const list = useAccounts(query, role);
  const invitations = useCall(auth.listInvitations, {}, { staleTime: 0 });
  const mails = useKeptMails();
  const isPending = invitations.isPending || mails.isPending;
  return (
    <>
      <h1>{t('accounts.title')}</h1>
      {isPending && <WaitingItems />}
      <div className={classNames(styles.rest, isPending && styles.unseen)}>
        <Invitations />
        <KeptMails />
        <section className={styles.accounts} aria-label={t('accounts.list')}>
          <PeopleTables />
          <AccountFilters text={text} onType={onType} role={role} onRole={(next) => filter(query, next)} />
          <AccountList
            list={list}
            isSearch={query !== '' || role !== null}
            onShowAll={() => {
              onType('');
              filter('', null);
            }}
          />
        </section>
      </div>
    </>
  );
}

interface AccountListProps {
  list: ReturnType<typeof useAccounts>;
  isSearch: boolean;
  onShowAll: () => void;
}

function AccountList({ list, isSearch, onShowAll }: AccountListProps) {
  const t = useTexts();
  const { data: accounts, hasNextPage } = list;
  return (
    <>
      <Status className="muted small">
        {list.isFetching && !list.isFetchingNextPage && (list.isPending || list.isPlaceholderData)
          ? t('accounts.loading')
          : accounts && toCount(t, accounts.length, hasNextPage)}
      </Status>
      {list.isPending && <WaitingItems />}
      {list.isError && accounts === undefined && (
        <LoadFailed title={t('accounts.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isRefetchError && accounts !== undefined && (
        <Message kind="warn">{t('list.stale', { error: errorSentence(list.error) })}</Message>
      )}
      {accounts?.length === 0 && <NoAccounts isSearch={isSearch} onShowAll={onShowAll} />}
      {accounts !== undefined && accounts.length > 0 && (
        <ul className={styles.accounts}>
          {accounts.map((account) => (
            <AccountItem key={account.id} account={account} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.accountsMore}>
          {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
          <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(list.isFetchNextPageError ? 'accounts.retry-more' : 'accounts.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function toCount(t: Texts, count: number, hasMore: boolean): string {
  return t(hasMore ? 'accounts.count-more' : 'accounts.count', { count });
}

function NoAccounts({ isSearch, onShowAll }: { isSearch: boolean; onShowAll: () => void }) {
  const t = useTexts();
  if (!isSearch) return <EmptyState icon={Users} title={t('accounts.none')} hint={t('accounts.none-hint')} />;
  return (
    <EmptyState
      icon={Search}
      title={t('accounts.not-found')}
      hint={t('accounts.not-found-hint')}
      action={<Button onClick={onShowAll}>{t('accounts.show-all')}</Button>}
    />
  );
}

function WaitingItems() {
  return (
    <div className={styles.accounts} aria-hidden>
      {['first', 'second', 'third'].map((key) => (
        <div
          key={key}
          className={classNames('panel', accountItemStyles.accountItem, accountItemStyles.waiting)}
        >
          <span className="avatar waiting" />
          <div>
            <div className="bone" />
            <div className="bone" />
          </div>
        </div>
      ))}
    </div>
  );
}
