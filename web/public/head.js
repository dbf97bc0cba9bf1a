// Runs before the first paint. src/lib/theme.ts stores the preference.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the device's theme applies.
}

// On a video's page: src/early.ts, the first of the files that the build lists (watch-files.ts).
const [early] = document.querySelector('meta[name="watch-files"]')?.content.split(' ') ?? [];
if (early && new URLSearchParams(location.search).get('v'))
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: early }));
