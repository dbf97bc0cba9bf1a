import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { Features } from 'lightningcss';
import { defineConfig, type Plugin } from 'vite';

import { ALIAS } from './build/alias.ts';
import { catalogues } from './build/catalogues.ts';
import { earlyPaint } from './build/early-paint.ts';
import { fontFileName, narrowFonts, preloadFonts } from './build/fonts.ts';
import { leanContracts, leanReasons } from './build/lean-contracts.ts';
import { leaveOutUnusedHls } from './build/leave-out-unused-hls.ts';
import { leaveOutUnusedRouter } from './build/leave-out-unused-router.ts';
import { nestFiles } from './build/nest-files.ts';
import { pageList } from './build/page-list.ts';
import { watchFiles } from './build/watch-files.ts';

const SERVER = 'http://localhost:8080';

/** Not the page and the manifest: the gateway writes into them first. */
const COMPRESSED = /\.(?:js|css|svg|ico)$/;
const WORTH_BYTES = 256;

/** The code of the pages on which children play, and of the player. */
const FOR_CHILDREN = /^assets\/(?:home|songs|videos|liked|watch-parts|player|onward-chunk)-/;

/** Writes `.br` and `.gz` next to compressible files; the gateway sends them to clients that accept them. */
function compress(): Plugin {
  return {
    name: 'larksong:compress',
    apply: 'build',
    // Only the written files are final: Vite still changes chunks while it generates them. By then the files of public/
    // are written, too.
    async writeBundle({ dir = '' }) {
      for (const fileName of await readdir(dir, { recursive: true })) {
        const path = join(dir, fileName);
        const source = COMPRESSED.test(fileName) ? await readFile(path) : undefined;
        if (source === undefined || source.length < WORTH_BYTES) continue;
        await writeFile(`${path}.br`, await promisify(brotliCompress)(source));
        await writeFile(`${path}.gz`, await promisify(gzip)(source));
      }
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    catalogues(),
    narrowFonts(),
    preloadFonts(),
    leanReasons(),
    leanContracts(),
    leaveOutUnusedHls(),
    leaveOutUnusedRouter(),
    watchFiles(),
    nestFiles(),
    pageList(),
    earlyPaint(),
    compress(),
  ],
  worker: { plugins: () => [leanReasons(), leanContracts()] },
  resolve: { alias: ALIAS },
  css: {
    // `.account-name` in a style sheet is `styles.accountName` in its component
    modules: { localsConvention: 'camelCaseOnly' },
    // For older browsers `:dir()` would become a list of languages, which says nothing about what somebody typed.
    lightningcss: { exclude: Features.DirSelector },
  },
  build: {
    // A strict Content-Security-Policy forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of all files would be part of every first load. Others than the pages for children find theirs later.
      // The page itself names the few that its first file imports, which the browser would find too late.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || FOR_CHILDREN.test(file)
          ? files
          : files.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      // Schemas of the contracts that nothing refers to any more.
      treeshake: { manualPureFunctions: ['Type', 'endpoint', 'Nullable', 'withDefault', 'because'] },
      output: {
        assetFileNames: ({ names: [name = ''] }) => fontFileName(name) ?? 'assets/[name]-[hash][extname]',
        // By default the first page loads fifteen files, most of them smaller than their headers.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'] },
            // The few parts of `common` that the game uses, which would otherwise load all of it.
            {
              name: 'parts',
              test: /\/(?:closed-site\/(?:open-part|use-site-access)|lib\/(?:chunk|direction|use-media)|parts\/(?:game-cards\/letter-card|load-failed)|ui\/(?:message|status)|icons\/(?:heart|undo-2|volume-[2x]|circle-check|info|plus|rotate-ccw|triangle-exclamation-point))\.\w+$/,
            },
            // What the game shares with the panels that it loads later.
            {
              name: 'play',
              test: /\/(?:memory-game\/(?:rules\/(?:rules|speech)|preferences\/[\w-]+|letters\/letters|board\/hues\.module)|game-cards\/game-media)\.\w+$/,
            },
            // Letters are typed on pages of superadmins only.
            { name: 'letters', test: /\/contracts\/src\/\w+\/letters?\b[\w-]*\.ts$/ },
            // The work on uploads is for superadmins only, too; the calls that it refreshes are not.
            {
              name: 'work',
              test: /\/contracts\/src\/(?:catalog\/(?:dashboard|own-work|workers)|readable|failure-codes)\.ts$|\/(?:processing-uploads|refresh-videos)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // Nests have rows of lists, with their signs; only pages of lists need the rest, and not all pages with songs.
            {
              name: 'signs',
              test: /\/parts\/list-sign(?:\.module)?\.(?:tsx|css)$|\/icons\/(?:a-large-small|bed-double|cake|car|cloud-rain|fish|flower-2|moon|snowflake|sun|tree-pine)\.\w+$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'lists',
              test: /\/(?:contracts\/src\/catalog\/lists\/list-changes|song-lists\/(?:list-facts|look-choices))\.tsx?$|\/icons\/printer\.\w+$/,
              includeDependenciesRecursively: false,
            },
            // Forms are in dialogs and on separate pages, not among songs.
            {
              name: 'forms',
              test: /\/(?:contracts\/src\/auth\/sign-in|auth\/(?:credentials|mail-request)|ui\/(?:password-)?field(?:\.module)?|parts\/(?:use-leave-warning|text-rules))\.(?:tsx?|css)$/,
              includeDependenciesRecursively: false,
            },
            // Pages of songs need no new ids; comments below them, and rules of nests, do.
            { name: 'random-id', test: /\/api\/random-id\.ts$/, includeDependenciesRecursively: false },
            // Names are found by what somebody types in forms and among nests.
            { name: 'names', test: /\/contracts\/src\/names\.ts$/, includeDependenciesRecursively: false },
            // Only dialogs and comments keep what was written.
            { name: 'kept-text', test: /\/lib\/kept-text\.ts$/, includeDependenciesRecursively: false },
            // In `common`, the place of a player would need what says why it is empty, which needs `common`.
            {
              name: 'stage',
              test: /\/player\/(?:stopped|lazy-player)\.tsx$/,
              includeDependenciesRecursively: false,
            },
            // Among songs there are no nests.
            {
              name: 'nests',
              test: /\/contracts\/src\/(?:auth\/nests\/|catalog\/nests\/place)/,
              includeDependenciesRecursively: false,
            },
            // What the pages of a nest share, which is nothing for other pages.
            {
              name: 'nest',
              test: /\/features\/nest\/(?:(?:sky\/)?(?:eye|good-night|grown-ups|hold-button|magnifier|not-here|picture|rests|scene|sky|sun|speak|use-nest-place|use-shown-time|use-spoken-title))(?:\.module)?\.(?:tsx?|css)$|\/api\/nest-calls\.ts$|\/src\/nest-paths\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'nest-session',
              test: /\/api\/nest-session\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'nest-voice',
              test: /\/sounds\/device-voice\.ts$/,
              includeDependenciesRecursively: false,
            },
            { name: 'nest-icons', test: /\/icons\/(?:eighth-notes|eye|lock|music)\.\w+$/ },
            // In `common`, the animals of nests would need the hues of `lists`, which needs `common`.
            {
              name: 'animals',
              test: /\/parts\/nest\/(?:animal(?:\.module)?\.(?:tsx|css)$|animals\/)/,
              includeDependenciesRecursively: false,
            },
            // For the grown-ups of nests and lists, not for their songs.
            {
              name: 'care',
              test: /\/(?:nest-rule\/describe-rule|share-list\/lazy-qr-code|lib\/public-address)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // The three pictures of what may be wrong with a song are fetched when somebody tells it.
            {
              name: 'told',
              test: /\/tell-grown-up\/flag-picture(?:\.module)?\.(?:tsx|css)$/,
              includeDependenciesRecursively: false,
            },
            { name: 'more', test: /\/(?:infiniteQuery(?:Observer|Options)|useInfiniteQuery)\.js$/ },
            // Our own code and its libraries, not the dozen readers of sound files, which share much with each other only.
            {
              name: 'common',
              test: /(?:\/(?:web|packages)\/|node_modules\/(?:@tanstack|lucide-react)\/)[^@]*\.(?!css)\w+$/,
              minShareCount: 5,
              maxModuleSize: 2500,
            },
            // Code shared with other pages gets its own chunks, since those pages would otherwise load all of `songs` for
            // it; the rest stays in few files, since browsers load six at a time.
            {
              name: 'actions',
              test: /\/(?:chip-face|use-search-text)\.tsx?$|\/icons\/search\.\w+$/,
            },
            { name: 'mutations', test: /\/(?:mutationObserver|useMutation)\.js$|\/parts\/use-form\.ts$/ },
            {
              name: 'icons',
              test: /\/icons\/(?:image-off|sparkles|rotate-ccw-clock|eighth-note|heart|log-in|shapes|upload|users)\.\w+$/,
            },
            { name: 'videos', test: /\/(?:watch-view|liked-videos)\.tsx$/ },
            { name: 'edit', test: /\/(?:edit-video-button|lib\/touch)\.tsx?$/ },
            { name: 'songs', test: /\/pages\/songs\.tsx$/ },
            // What a list of songs does without.
            { name: 'watch-parts', test: /\/watch-parts\.tsx$|\/icons\/link-2\.\w+$/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/hls': SERVER, '/Images': SERVER, '/Audio': SERVER },
  },
});
