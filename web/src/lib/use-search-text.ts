import { useEffect, useEffectEvent, useState } from 'react';

/** What is typed is looked for this long after the last key. */
const PAUSE_MS = 300;

export interface SearchText {
  /** What stands in the field. */
  text: string;
  /** What will be looked for: the text without spaces around it. */
  wanted: string;
  onType: (text: string) => void;
  /** Looks for it now. */
  submit: () => void;
}

/** The text of a search field over `q`, which is looked for now; `onSearch` hears of it when typing pauses. */
export function useSearchText(q: string, onSearch: (q: string) => void): SearchText {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [told, setTold] = useState(q);
  if (q !== shown) {
    setShown(q);
    // A link or the browser's history brought another search; our own comes after what was typed.
    if (q !== told) {
      setTold(q);
      setText(q);
    }
  }
  const wanted = text.trim();
  const lookFor = (next: string) => {
    if (next === q) return;
    setTold(next);
    onSearch(next);
  };
  const lookLater = useEffectEvent(lookFor);
  useEffect(() => {
    const timer = setTimeout(() => lookLater(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { text, wanted, onType: setText, submit: () => lookFor(wanted) };
}
