// Runs before the first paint; the build writes it into the page (build/early-paint.ts). src/lib/theme.ts stores the preference, src/lib/theme-color.ts does the rest of the colours.
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
const isGame = location.pathname === '/';
document.documentElement.dataset.start = isGame ? 'game' : 'page';

const add = (tag, attributes) =>
  document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }));
const list = (name) =>
  document.querySelector(`meta[name="${name}"]`)?.content.split(' ').filter(Boolean) ?? [];
const video = new URLSearchParams(location.search).get('v');
const isSlow = navigator.connection?.downlink < 4;

// The fonts, which would be found only after the style sheet. A song on a slow connection comes first.
const { lang } = document.documentElement;
if (!video || !isSlow)
  for (const href of ['fonts', `fonts-${lang}`, ...(isGame ? ['letter-fonts'] : [])].flatMap(list))
    add('link', { rel: 'preload', as: 'font', type: 'font/woff2', href });

// A child's place asks for nothing but its own songs, see src/api/nest-here.ts.
let isNest = document.querySelector('meta[name="nest"]') !== null;
try {
  isNest ||= localStorage.getItem('nest.session') !== null;
} catch {
  // As above; without storage there is no session of a nest.
}

// On a video's page: src/early.ts, the first of the files that the build lists (build/watch-files.ts). The page of a public
// video contains it.
const [early] = list('watch-files');
if (early && video && !isNest) {
  if (!document.querySelector('meta[name="stream-start"]')) add('script', { src: early });
  // The code of the page would delay the first pictures, which come within this time on a fast connection.
  const shown = new Promise((resolve) => (globalThis.notePicture = resolve));
  globalThis.afterPicture = (start) =>
    void Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 300))]).then(start);
}
