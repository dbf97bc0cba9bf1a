import { useEffect } from 'react';

import { useSiteName } from '../lib/site-name.ts';

/** Sets the tab's title to `title · name of the site` while mounted; an empty title leaves only the name. */
export function useDocumentTitle(title: string): void {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title === '' ? siteName : `${title} · ${siteName}`;
  }, [title, siteName]);
}
