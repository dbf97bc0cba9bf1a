import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import './styles/index.css';
import { queryClient } from './api/query-client.ts';
import { startSession } from './features/auth/session.ts';
import { startPage } from './api/early-files.ts';
import { followNests, isNestHere } from './api/nest-here.ts';
import { createChunk } from './lib/chunk.ts';
import { keyFirstEntry } from './lib/history-key.ts';
import { followTheme } from './lib/theme.ts';
import { keepFetching } from './parts/keep-fetching.ts';
import { createRouter } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const isNest = isNestHere();

startPage();
followTheme();
keyFirstEntry();
followNests(isNest);
if (!isNest) startSession();

const nestCode = createChunk(() => import('./nest-routes.tsx'));

/** Draws the page: without a wait, unless a nest is here, whose pages are a separate chunk. */
async function draw(place: HTMLElement): Promise<void> {
  const router = isNest
    ? (await keepFetching(nestCode, () => window.location.reload())).createNestRouter()
    : createRouter();
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void draw(root);
