import { useEffect } from 'react';

/** Names the tab `title · Larksong` while the component is shown; an empty title leaves the site's name alone. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Larksong' : `${title} · Larksong`;
  }, [title]);
}
