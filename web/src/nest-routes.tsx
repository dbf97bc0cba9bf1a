import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';

import { RootError } from './features/shell/page-error.tsx';
import { createChunk } from './lib/chunk.ts';
import { loadWithTexts } from './lib/texts.ts';
import { loadPage } from './parts/late-page.tsx';
import { paths } from './paths.ts';

/** A page of a nest. Their code is one chunk, but for the player. */
function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  const code = createChunk(() => loadWithTexts('nest', load));
  return { lazy: async () => ({ Component: await loadPage(code) }) };
}

const loadPages = () => import('./pages/nest/nest.tsx');
/** The player, whose messages are those of songs and of lists. */
const loadPlayer = () =>
  loadWithTexts('songs', () =>
    loadWithTexts('lists', async () => (await import('./pages/nest/play.tsx')).NestPlayPage),
  );
const loadSignIn = () =>
  loadWithTexts('sign-in', async () => (await import('./pages/nest/sign-in.tsx')).NestSignInPage);

/** All pages where a nest is. Whatever else is in the address, there is nothing else. */
export const nestRoutes: RouteObject[] = [
  {
    ...page(async () => (await loadPages()).NestFrame),
    ErrorBoundary: RootError,
    // index.html shows a picture until then.
    HydrateFallback: () => null,
    children: [
      { path: paths.nestSignIn, ...page(loadSignIn) },
      {
        ...page(async () => (await loadPages()).NestGate),
        children: [
          { path: paths.nest, ...page(async () => (await loadPages()).NestPlacePage) },
          { path: paths.nestPlay, ...page(loadPlayer) },
          { path: '*', ...page(async () => (await loadPages()).NotHerePage) },
        ],
      },
    ],
  },
];

/** Returns the router of a browser in which a nest is. */
export function createNestRouter() {
  return createBrowserRouter(nestRoutes);
}
