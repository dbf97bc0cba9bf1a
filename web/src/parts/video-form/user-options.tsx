/* The options of a combobox are elements of its own list (ARIA combobox pattern): a native select has no search, and
   the field, which keeps the focus, handles the keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import type { auth } from '@larksong/contracts';
import { useEffect, useRef } from 'react';
import styles from './user-options.module.css';

interface UserOptionsProps {
  id: string;
  accounts: readonly auth.Account[];
  /** The account that Enter selects. */
  active: auth.Account | undefined;
  onPick: (account: auth.Account) => void;
}

/** The users found; renders nothing if there are none. */
export function UserOptions({ id, accounts, active, onPick }: UserOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const isShown = accounts.length > 0;
  const activeId = active && toOptionId(id, active);
  // The list may be below the visible part of a dialog.
  useEffect(() => {
    const option = activeId === undefined ? null : document.getElementById(activeId);
    if (isShown) (option ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, activeId]);
  return (
    <div ref={list} className={styles.options} id={id} role="listbox" aria-label="Users" hidden={!isShown}>
      {accounts.map((account) => (
        <div
          key={account.id}
          id={toOptionId(id, account)}
          role="option"
          aria-selected={account === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(account)}
        >
          <span dir="auto">{toName(account)}</span>
          <span className="muted small">{account.email}</span>
        </div>
      ))}
    </div>
  );
}

/** Returns the id of the option of an account, for `aria-activedescendant`. */
export function toOptionId(listId: string, account: auth.Account): string {
  return `${listId}-${account.id}`;
}

/** Returns the display name of an account, or else its username. */
export function toName(account: auth.Account): string {
  return account.displayName ?? account.username;
}
