import { auth } from '@larksong/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { isUserId } from './user-id.ts';

/** A search starts this long after the last key. */
const PAUSE_MS = 300;
const MAX_SHOWN = 8;
const MAX_SEARCH_LENGTH = 100;

export interface AccountSearch {
  /** The search text of the accounts; empty while there is nothing to search for. */
  q: string;
  accounts: readonly auth.Account[];
  isSearching: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Finds accounts that match the text. Does not search for an id. */
export function useAccountSearch(text: string): AccountSearch {
  const wanted = isUserId(text) ? '' : text.trim().slice(0, MAX_SEARCH_LENGTH);
  const [q, setQ] = useState('');
  useEffect(() => {
    if (wanted === q) return undefined;
    const timer = setTimeout(() => setQ(wanted), wanted === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, q]);
  const query = useCall(
    auth.listAccounts,
    { query: { q, limit: MAX_SHOWN } },
    { enabled: q !== '', placeholderData: keepPreviousData },
  );
  return {
    q: wanted === '' ? '' : q,
    accounts: q === '' ? [] : (query.data?.accounts ?? []),
    isSearching: wanted !== q || (q !== '' && query.isFetching),
    error: q === '' ? null : query.error,
    onRetry: () => void query.refetch(),
  };
}
