import { useEffect } from 'react';

/** Sets the tab's title to `title · Larksong` while mounted; an empty title leaves only the site's name. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Larksong' : `${title} · Larksong`;
  }, [title]);
}
