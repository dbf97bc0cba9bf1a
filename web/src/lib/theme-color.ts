import { useLayoutEffect } from 'react';

/** The upper edge of a page, which phones continue in their own bars: `--sky-high` and `--surface` of tokens.css. */
export const THEME_COLORS = {
  meadow: { light: '#c9e7f3', dark: '#0a1a26' },
  page: { light: '#f5f8f5', dark: '#0d212a' },
} as const;

type Ground = keyof typeof THEME_COLORS;

/** Continues the page's background in the bars of the browser or the system. */
export function useThemeColor(ground: Ground): void {
  useLayoutEffect(() => {
    for (const { meta, theme } of findMetas()) meta.content = THEME_COLORS[ground][theme];
  }, [ground]);
}

/** Uses the colour of a chosen theme, or that of the device. public/head.js does this before the first paint. */
export function pinThemeColor(choice: 'system' | 'light' | 'dark'): void {
  for (const { meta, theme } of findMetas()) {
    if (choice === 'system') meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = choice === theme ? 'all' : 'not all';
  }
}

/** Returns the elements of index.html, one for each theme. */
function findMetas(): { meta: HTMLMetaElement; theme: 'light' | 'dark' }[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  return [...metas].map((meta) => ({ meta, theme: meta.dataset['theme'] === 'dark' ? 'dark' : 'light' }));
}
