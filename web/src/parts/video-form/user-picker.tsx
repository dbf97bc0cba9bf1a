import { auth } from '@larksong/contracts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../error-sentence.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useAccountSearch, type AccountSearch } from './use-account-search.ts';
import { isUserId } from './user-id.ts';

interface UserPickerProps {
  /** An id, or the text typed so far. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The one user of a private video: found by email or name, or entered by id. */
export function UserPicker({ value, error, onChange }: UserPickerProps) {
  const [chosen, setPicked] = useState<auth.Account | null>(null);
  const former = useInitialAccount(value);
  const picked = chosen?.id === value ? chosen : former;
  const field = useRef<HTMLDivElement>(null);
  const take = (account: auth.Account | null) => {
    flushSync(() => {
      setPicked(account);
      onChange(account?.id ?? '');
    });
    // the focused element is gone
    field.current?.querySelector<HTMLElement>(account === null ? 'input' : 'button')?.focus();
  };
  return (
    <div ref={field}>
      {picked !== null ? (
        <PickedUser account={picked} onRemove={() => take(null)} />
      ) : (
        <UserSearch value={value} error={error} onChange={onChange} onPick={take} />
      )}
    </div>
  );
}

/** Returns the account of the initial id while that is still the value. */
function useInitialAccount(value: string): auth.Account | null {
  const [first] = useState(value);
  const isFirst = value === first && isUserId(first);
  const query = useCall(auth.listAccounts, { query: { q: first, limit: 1 } }, { enabled: isFirst });
  return isFirst ? (query.data?.accounts.find(({ id }) => id === first) ?? null) : null;
}

function PickedUser({ account, onRemove }: { account: auth.Account; onRemove: () => void }) {
  const t = useTexts();
  const name = toName(account);
  return (
    <fieldset>
      <legend>{t('viewer.legend')}</legend>
      <div className="file">
        <Avatar name={name} />
        <span>
          <bdi>{name}</bdi>
          <br />
          <span className="muted small">{account.email}</span>
        </span>
        <IconButton label={t('viewer.change', { name })} icon={X} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

interface UserSearchProps extends UserPickerProps {
  onPick: (account: auth.Account) => void;
}

function UserSearch({ value, error, onChange, onPick }: UserSearchProps) {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const search = useAccountSearch(value);
  const [isOpen, setOpen] = useState(false);
  const lookAgain = () => {
    search.onRetry();
    setOpen(true);
    field.current?.focus(); // the pressed button is about to disappear
  };
  return (
    <>
      <Field label={t('viewer.legend')} hint={t('viewer.hint')} error={error}>
        {(control) => (
          <Combobox
            {...control}
            ref={field}
            name="privateUserId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={value}
            options={search.accounts.map(toOption)}
            listLabel={t('viewer.list')}
            isOpen={isOpen}
            onOpen={setOpen}
            onType={onChange}
            onPick={({ account }) => onPick(account)}
          />
        )}
      </Field>
      <SearchState search={search} isOpen={isOpen} onRetry={lookAgain} />
    </>
  );
}

function toOption(account: auth.Account) {
  const content = (
    <>
      <span dir="auto">{toName(account)}</span>
      <span className="muted small">{account.email}</span>
    </>
  );
  return { key: account.id, content, account };
}

/** Returns the display name of an account, or else its username. */
function toName(account: auth.Account): string {
  return account.displayName ?? account.username;
}

interface SearchStateProps {
  search: AccountSearch;
  isOpen: boolean;
  onRetry: () => void;
}

function SearchState({ search, isOpen, onRetry }: SearchStateProps) {
  const t = useTexts();
  const { q, accounts, isSearching, error } = search;
  const isKnown = q !== '' && !isSearching && error === null;
  return (
    <>
      <output className={accounts.length > 0 ? 'sr-only' : 'muted small'}>
        {isKnown &&
          isOpen &&
          (accounts.length === 0
            ? t('viewer.none-found', { search: q })
            : t('viewer.found', { count: accounts.length }))}
      </output>
      {error !== null && !isSearching && (
        <p className="error" role="alert">
          {errorSentence(error)}
          <Button variant="quiet" slim onClick={onRetry}>
            {t('viewer.retry')}
          </Button>
        </p>
      )}
    </>
  );
}
