import { useEffect } from 'react';

/**
 * Keeps the address of the page, which contains a code, out of all requests that the document makes from now on. The page
 * comes with such a header, but people also reach it from others of the site.
 */
export function useNoReferrer(): void {
  useEffect(() => {
    if (document.querySelector('meta[name=referrer]')) return;
    const meta = document.createElement('meta');
    meta.name = 'referrer';
    meta.content = 'no-referrer';
    document.head.append(meta);
  }, []);
}
