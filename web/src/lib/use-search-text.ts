import { useEffect, useEffectEvent, useState } from 'react';

/** A search starts this long after the last key. */
const PAUSE_MS = 300;

export interface SearchText {
  /** The text of the field. */
  text: string;
  /** The trimmed text, which will be searched for. */
  wanted: string;
  onType: (text: string) => void;
  /** Searches now. */
  submit: () => void;
}

/** Manages the text of a search field over `q`, the current search. `onSearch` is called when typing pauses. */
export function useSearchText(q: string, onSearch: (q: string) => void): SearchText {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [requested, setRequested] = useState(q);
  if (q !== shown) {
    setShown(q);
    // Another search came from a link or the browser's history; our own arrives with the same text.
    if (q !== requested) {
      setRequested(q);
      setText(q);
    }
  }
  const wanted = text.trim();
  const searchFor = (next: string) => {
    if (next === q) return;
    setRequested(next);
    onSearch(next);
  };
  const searchLater = useEffectEvent(searchFor);
  useEffect(() => {
    const timer = setTimeout(() => searchLater(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { text, wanted, onType: setText, submit: () => searchFor(wanted) };
}
