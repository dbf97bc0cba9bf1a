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
  page(paths.profile, async () => (await import('./pages/profile.tsx')).ProfilePage, { tabs: true }),
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
  page(paths.poster, async () => (await import('./pages/links/poster.tsx')).PosterPage),
  page(paths.guestCode, async () => (await import('./pages/links/guest-code.tsx')).GuestCodePage, {
    guest: true,
  }),
  page(paths.guest, async () => (await import('./pages/links/guest.tsx')).GuestPage, { guest: true }),
  page(paths.children, async () => (await import('./pages/nest/children.tsx')).ChildrenPage, {
    ahead: () => ask(catalog.getSiteAccess, {}),
  }),
  page(paths.upload, async () => (await import('./pages/upload.tsx')).UploadPage),
  page(paths.importVideos, async () => (await import('./pages/import-videos.tsx')).ImportVideosPage),
  page(paths.transcoding, async () => (await import('./pages/transcoding.tsx')).TranscodingPage),
  page(paths.approvals, async () => (await import('./pages/approvals.tsx')).ApprovalsPage),
  page(paths.gameAdmin, async () => (await import('./pages/game-admin.tsx')).GameAdminPage),
  page(paths.chips, async () => (await import('./pages/chips.tsx')).ChipsPage),
  page(paths.importPeople, async () => (await import('./pages/import-people.tsx')).ImportPeoplePage),
  page(paths.accounts, async () => (await import('./pages/accounts.tsx')).AccountsPage),
  page(paths.audit, async () => (await import('./pages/audit.tsx')).AuditPage),
  page(paths.status, async () => (await import('./pages/status.tsx')).StatusPage),
  page(paths.forParents, async () => (await import('./pages/for-parents.tsx')).ForParentsPage, {
    tabs: true,
    ahead: () => ask(auth.getSiteTexts, { query: textsLanguage(currentLanguage()) }),
  }),
  page(paths.print, async () => (await import('./pages/print.tsx')).PrintPage, {
    tabs: true,
    ahead: (url) => ask(game.listWords, toPackInput(parsePack(url.searchParams.get('pack')))),
  }),
  page(paths.register, async () => (await import('./pages/register.tsx')).RegisterPage),
  page(paths.verifyEmail, async () => (await import('./pages/verify-email.tsx')).VerifyEmailPage),
  page(paths.resetPassword, async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage),
  page(paths.setup, async () => (await import('./pages/setup.tsx')).SetupPage),
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
