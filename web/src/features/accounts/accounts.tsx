import { auth } from '@larksong/contracts';
import { Search, Users } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { AccountItem } from './account-item.tsx';
import { Invitations } from './invitations.tsx';
import { KeptMails } from './kept-mails.tsx';
import { useAccounts } from './use-accounts.ts';
import { useKeptMails } from './use-kept-mails.ts';
import styles from './accounts.module.css';
import accountItemStyles from './account-item.module.css';

/** The contract rejects longer ones. */
const MAX_SEARCH_LENGTH = 100;

/** The list of all accounts, for superadmins. */
export function Accounts() {
  const [address, setAddress] = useSearchParams();
  const query = address.get('q') ?? '';
  const { text, onType } = useSearchText(query, (q) => setAddress(q === '' ? {} : { q }, { replace: true }));
  const list = useAccounts(query);
  const invitations = useCall(auth.listInvitations, {}, { staleTime: 0 });
  const mails = useKeptMails();
  const isPending = invitations.isPending || mails.isPending;
  return (
    <>
      <h1>Accounts</h1>
      {isPending && <WaitingItems />}
      <div className={classNames(styles.rest, isPending && styles.unseen)}>
        <Invitations />
        <KeptMails />
        <section className={styles.accounts} aria-label="All accounts">
          <Field className={styles.search} label="Search" hint="By email, username or display name">
            {(control) => (
              <input
                {...control}
                type="search"
                name="q"
                autoComplete="off"
                maxLength={MAX_SEARCH_LENGTH}
                value={text}
                onChange={(event) => onType(event.target.value)}
              />
            )}
          </Field>
          <AccountList list={list} isSearch={query !== ''} onShowAll={() => onType('')} />
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
  const { data: accounts, hasNextPage } = list;
  return (
    <>
      <Status className="muted small">
        {list.isFetching && !list.isFetchingNextPage && (list.isPending || list.isPlaceholderData)
          ? 'Loading accounts...'
          : accounts && toCount(accounts.length, hasNextPage)}
      </Status>
      {list.isPending && <WaitingItems />}
      {list.isError && accounts === undefined && (
        <LoadFailed
          title="Accounts could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && accounts !== undefined && (
        <Message kind="warn">{errorSentence(list.error)} What you see may be out of date.</Message>
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
            {list.isFetchNextPageError ? 'Try again' : 'More accounts'}
          </Button>
        </div>
      )}
    </>
  );
}

function toCount(count: number, hasMore: boolean): string {
  return `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'account' : 'accounts'}`;
}

function NoAccounts({ isSearch, onShowAll }: { isSearch: boolean; onShowAll: () => void }) {
  if (!isSearch) return <EmptyState icon={Users} title="No accounts yet" hint="Invite someone by email." />;
  return (
    <EmptyState
      icon={Search}
      title="No accounts found"
      hint="No email, username or display name contains this text."
      action={<Button onClick={onShowAll}>Show all</Button>}
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
