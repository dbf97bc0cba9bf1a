import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** What is typed becomes the address, and so the search, this long after the last key. */
const PAUSE_MS = 300;
/** Marks an address that came from typing. */
const TYPED = 'typed';

interface SearchText {
  /** What stands in the field. */
  text: string;
  /** What is looked for, as it stands in the address (`?q=`). */
  query: string;
  onType: (text: string) => void;
}

export function useSearchText(): SearchText {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const query = search.get('q') ?? '';
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  if (known !== query) {
    setKnown(query);
    // A link or the browser's history brought another search; our own comes after what was typed.
    if (state !== TYPED) setText(query);
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === query) return undefined;
    const timer = setTimeout(() => {
      setSearch(wanted === '' ? {} : { q: wanted }, { replace: true, state: TYPED });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query, setSearch]);
  return { text, query, onType: setText };
}
