import { timeWait } from '@larksong/service-kit/testing/waits';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, getConfig, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

import { queryClient } from '../api/query-client.ts';
import { routes } from '../routes.tsx';

// A busy machine may take more than the second that is waited for by default.
configure({ asyncUtilTimeout: 10_000 });

/** Set once the testing library notes its waits: it outlives this module, see fresh-modules.ts. */
const NOTES_WAITS = Symbol.for('larksong.notes-waits');
const shared = globalThis as typeof globalThis & { [NOTES_WAITS]?: true }; // set right here
if (!shared[NOTES_WAITS]) {
  const before = getConfig();
  configure({ asyncWrapper: (work) => timeWait('the page', () => before.asyncWrapper(work)) });
  shared[NOTES_WAITS] = true;
}

/** Draws something as in a page that was just loaded: with the one query cache, still empty. */
export function renderInPage(children: ReactNode): RenderResult {
  queryClient.clear();
  return render(inPage(children));
}

const inPage = (children: ReactNode) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

interface RenderedSite extends RenderResult {
  /** Path and query of the page shown now. */
  address: () => string;
  /** One step back in the browser's history. */
  back: () => Promise<void>;
}

/** Draws the whole client at a path, with its real routes. */
export function renderSite(path: string): RenderedSite {
  queryClient.clear(); // before the routes ask for anything
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const result = render(inPage(<RouterProvider router={router} />));
  return {
    ...result,
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => router.navigate(-1),
  };
}

/** Types a text in place of what a field holds, key by key within one turn: a stalled machine makes no pause of it. */
export function typeAtOnce(field: HTMLElement, text: string): void {
  for (let length = 1; length <= text.length; length += 1)
    fireEvent.change(field, { target: { value: text.slice(0, length) } });
}
