import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import './styles/index.css';
import { queryClient } from './api/query-client.ts';
import { startSession } from './features/auth/session.ts';
import { startPage } from './api/early-files.ts';
import { isNestHere } from './api/nest-here.ts';
import { followNests } from './api/nest-session.ts';
import { keyFirstEntry } from './lib/history-key.ts';
import { followTheme } from './lib/theme.ts';
import { createNestRouter } from './nest-routes.tsx';
import { createRouter } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const isNest = isNestHere();

startPage();
followTheme();
keyFirstEntry();
followNests(isNest);
if (!isNest) startSession();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={isNest ? createNestRouter() : createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
