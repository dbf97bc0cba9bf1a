import { auth, catalog, game, linkedVideo, type Endpoint, type Input } from '@larksong/contracts';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';

import { queryFor } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { prepareAnnouncement } from './features/announcement/site-announcement.tsx';
import { PageError, RootError } from './features/shell/page-error.tsx';
import type { PageHandle } from './features/shell/page-handle.ts';
import { textsLanguage } from './features/parents/site-texts.ts';
import { Shell } from './features/shell/shell.tsx';
import { definePage } from './parts/page-code.ts';
import { currentLanguage, loadWithTexts } from './lib/texts.ts';
import { parsePack, toPackInput } from './parts/game-cards/packs.ts';
import { loadPage } from './parts/late-page.tsx';
import type { pages as PagesForGrownUps } from './pages-for-grown-ups.ts';
import { paths } from './paths.ts';
import { TEXT_GROUPS } from './text-groups.ts';

interface PageOptions extends PageHandle {
  /** Prefetches the first data of the page while its code is loading. */
  ahead?: (url: URL) => void;
}

function page(
  path: string,
  load: () => Promise<ComponentType>,
  { ahead, ...handle }: PageOptions = {},
): RouteObject {
  const texts = TEXT_GROUPS[path];
  const code = definePage(path, texts ? () => loadWithTexts(texts, load) : load);
  return {
    path,
    handle,
    lazy: async () => ({ Component: await loadPage(code) }),
    ...(ahead && {
      loader: ({ request }) => {
        ahead(new URL(request.url));
        return null;
      },
      // Not for a chip, a search or other letters.
      shouldRevalidate: ({ currentUrl, nextUrl }) => videoOf(currentUrl) !== videoOf(nextUrl),
    }),
  };
}

/** Starts a call that the page will make too; the page reports a failure. */
function ask<E extends Endpoint>(endpoint: E, input: Input<E>): void {
  queryClient.query(queryFor(endpoint, input)).catch(() => {});
}

const videoOf = (url: URL) => linkedVideo(url.searchParams);

function askForVideo(url: URL): void {
  const id = videoOf(url);
  if (id) ask(catalog.getVideo, { params: { id } });
}

/** Returns a function that loads a page whose file is known to `pages-for-grown-ups.ts` only. */
function forGrownUps(name: keyof typeof PagesForGrownUps): () => Promise<ComponentType> {
  return async () => (await import('./pages-for-grown-ups.ts')).pages[name]();
}

/** All pages of the site. */
const pages: RouteObject[] = [
  page(paths.home, async () => (await import('./pages/home.tsx')).HomePage, {
    meadow: true,
    tabs: true,
    ahead: (url) => ask(game.listCategories, toPackInput(parsePack(url.searchParams.get('pack')))),
  }),
  page(paths.songs, async () => (await import('./pages/songs.tsx')).SongsPage, {
    tabs: true,
    ahead: (url) => {
      askForVideo(url);
      // The chips are above the pictures, which would move when they arrive later.
      ask(catalog.listTagValues, { query: { type: 'grade' } });
      ask(catalog.listChips, {});
      // The shelf is, too. It stands above all songs only.
      if (url.search === '') ask(catalog.listSongLists, {});
    },
  }),
  page(paths.you, async () => (await import('./pages/you.tsx')).YouPage, { tabs: true }),
  page(paths.profile, forGrownUps('profile'), { tabs: true }),
  page(paths.liked, async () => (await import('./pages/liked.tsx')).LikedPage, {
    tabs: true,
    ahead: askForVideo,
  }),
  // The player's messages are those of the songs.
  page(
    paths.playList,
    () => loadWithTexts('songs', async () => (await import('./pages/play-list.tsx')).PlayListPage),
    {
      tabs: true,
      ahead: ({ pathname }) => ask(catalog.getSongList, { params: { id: pathname.split('/')[2] ?? '' } }),
    },
  ),
  page(paths.lists, async () => (await import('./pages/lists.tsx')).ListsPage, {
    tabs: true,
    ahead: () => ask(catalog.listSongLists, {}),
  }),
  page(paths.list, async () => (await import('./pages/list.tsx')).ListPage, { tabs: true }),
  page(paths.poster, forGrownUps('poster')),
  page(paths.guestCode, async () => (await import('./pages/links/guest-code.tsx')).GuestCodePage, {
    guest: true,
  }),
  page(paths.guest, async () => (await import('./pages/links/guest.tsx')).GuestPage, { guest: true }),
  page(paths.children, forGrownUps('children'), {
    ahead: () => ask(catalog.getSiteAccess, {}),
  }),
  page(paths.child, forGrownUps('child')),
  page(paths.childCards, forGrownUps('childCards')),
  page(paths.lockTablet, forGrownUps('lockTablet')),
  page(paths.nestClass, forGrownUps('nestClass')),
  page(paths.classRule, forGrownUps('classRule')),
  page(paths.classCards, forGrownUps('classCards')),
  // Where a nest is, it is the child's place: see nest-routes.tsx.
  page(paths.nest, forGrownUps('nest'), { guest: true }),
  page(paths.upload, forGrownUps('upload')),
  page(paths.importVideos, forGrownUps('importVideos')),
  page(paths.transcoding, forGrownUps('transcoding')),
  page(paths.approvals, forGrownUps('approvals')),
  page(paths.flags, forGrownUps('flags')),
  page(paths.comments, forGrownUps('comments')),
  page(paths.gameAdmin, forGrownUps('gameAdmin')),
  page(paths.chips, forGrownUps('chips')),
  page(paths.importPeople, forGrownUps('importPeople')),
  page(paths.accounts, forGrownUps('accounts')),
  page(paths.audit, forGrownUps('audit')),
  page(paths.status, forGrownUps('status')),
  page(paths.forParents, async () => (await import('./pages/for-parents.tsx')).ForParentsPage, {
    tabs: true,
    ahead: () => ask(auth.getSiteTexts, { query: textsLanguage(currentLanguage()) }),
  }),
  page(paths.print, forGrownUps('print'), {
    tabs: true,
    ahead: (url) => ask(game.listWords, toPackInput(parsePack(url.searchParams.get('pack')))),
  }),
  page(paths.register, forGrownUps('register')),
  page(paths.verifyEmail, forGrownUps('verifyEmail')),
  page(paths.resetPassword, forGrownUps('resetPassword')),
  page(paths.setup, forGrownUps('setup')),
  page('*', async () => (await import('./pages/not-found.tsx')).NotFoundPage, { meadow: true }),
];

export const routes: RouteObject[] = [
  {
    Component: Shell,
    loader: prepareAnnouncement,
    shouldRevalidate: () => false,
    ErrorBoundary: RootError,
    // index.html shows a picture until then.
    HydrateFallback: () => null,
    // The inner boundary keeps bar and tray if a page fails.
    children: [{ ErrorBoundary: PageError, children: pages }],
  },
];

/** Returns the router of the whole route tree. */
export function createRouter() {
  return createBrowserRouter(routes);
}
