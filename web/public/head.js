// Runs before the first paint; the build writes it into the page (early-paint.ts). src/lib/theme.ts stores the preference, src/lib/theme-color.ts does the rest of the colours.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
  }
} catch {
  // Storage is not available: the device's theme applies.
}

// The picture until a page is drawn, which index.html has for the game and for all others.
document.documentElement.dataset.start = location.pathname === '/' ? 'game' : 'page';

// On a video's page: the files that the build lists (watch-files.ts). The first is src/early.ts, which requests the
// others below 4 Mbit/s, in the order in which they are needed.
const [early, ...others] = document.querySelector('meta[name="watch-files"]')?.content.split(' ') ?? [];
if (early && new URLSearchParams(location.search).get('v')) {
  const add = (tag, attributes) =>
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }));
  add('script', { type: 'module', src: early });
  if (!(navigator.connection?.downlink < 4))
    for (const href of others)
      add(
        'link',
        href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href },
      );
}
