import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';

import { followOtherTabs } from './api/nest-session.ts';
import { RootError } from './features/shell/page-error.tsx';
import { createChunk } from './lib/chunk.ts';
import { loadWithTexts } from './lib/texts.ts';
import { loadPage } from './parts/late-page.tsx';
import { NestFrame, NestGate, NestPlacePage, NotHerePage } from './pages/nest/nest.tsx';
import { paths } from './paths.ts';

/** A page of a nest. Their code comes with this file, but for the player and the way out. */
function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  const code = createChunk(() => loadWithTexts('nest', load));
  return { lazy: async () => ({ Component: await loadPage(code) }) };
}

/** The player, whose messages are those of songs and of lists. */
const loadPlayer = () =>
  loadWithTexts('songs', () =>
    loadWithTexts('lists', async () => (await import('./pages/nest/play.tsx')).NestPlayPage),
  );
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
      { path: paths.nestDoor, ...page(loadDoor) },
      { path: paths.nestSignIn, ...page(loadSignIn) },
      {
        ...page(async () => NestGate),
        children: [
          { path: paths.nest, ...page(async () => NestPlacePage) },
          { path: paths.nestPlay, ...page(loadPlayer) },
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
