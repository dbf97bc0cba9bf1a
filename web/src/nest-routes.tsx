import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';

import { followOtherTabs } from './api/nest-session.ts';
import { RootError } from './features/shell/page-error.tsx';
import { createChunk, type CodeChunk } from './lib/chunk.ts';
import { loadWithTexts } from './lib/texts.ts';
import { loadNestPage } from './features/nest/late-page.tsx';
import { definePage } from './parts/page-code.ts';
import { NestFrame, NestGate, NestPlacePage, NotHerePage } from './pages/nest/nest.tsx';
import { nestPaths } from './nest-paths.ts';
import { paths } from './paths.ts';

/** A page of a nest. Their code comes with this file, but for the player and the way out. */
function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  return lazyPage(createChunk(() => loadWithTexts('nest', load)));
}

function lazyPage(code: CodeChunk<ComponentType>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: await loadNestPage(code) }) };
}

/** The player, whose messages are those of songs and of lists. The place fetches it early. */
const player = definePage(nestPaths.play, () =>
  loadWithTexts('nest', () =>
    loadWithTexts('songs', () =>
      loadWithTexts('lists', async () => (await import('./pages/nest/play.tsx')).NestPlayPage),
    ),
  ),
);
/** The game, whose parts are in the file of the home page. */
const loadGame = () => {
  const home = import('./pages/home.tsx');
  home.catch(() => {}); // awaited below, unless the other file fails first
  return loadWithTexts('game', () =>
    loadWithTexts('nest-more', async () =>
      (await import('./pages/nest/game.tsx')).createNestGamePage((await home).gameParts),
    ),
  );
};
const loadSearch = () =>
  loadWithTexts('nest-more', async () => (await import('./pages/nest/search.tsx')).NestSearchPage);
const loadDoor = () =>
  loadWithTexts('door', async () => (await import('./pages/nest/door.tsx')).NestDoorPage);
const loadSignIn = () =>
  loadWithTexts('sign-in', async () => (await import('./pages/nest/sign-in.tsx')).NestSignInPage);

/** All pages where a nest is. Whatever else is in the address, there is nothing else. */
export const nestRoutes: RouteObject[] = [
  {
    ...page(async () => NestFrame),
    ErrorBoundary: RootError,
    // index.html shows a picture until then.
    HydrateFallback: () => null,
    children: [
      { path: nestPaths.door, ...page(loadDoor) },
      { path: nestPaths.signIn, ...page(loadSignIn) },
      {
        ...page(async () => NestGate),
        children: [
          { path: paths.nest, ...page(async () => NestPlacePage) },
          { path: nestPaths.play, ...lazyPage(player) },
          { path: nestPaths.game, ...page(loadGame) },
          { path: nestPaths.search, ...page(loadSearch) },
          { path: '*', ...page(async () => NotHerePage) },
        ],
      },
    ],
  },
];

/** Returns the router of a browser in which a nest is. */
export function createNestRouter() {
  followOtherTabs();
  return createBrowserRouter(nestRoutes);
}
