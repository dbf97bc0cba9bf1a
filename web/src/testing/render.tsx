import { timeWait } from '@larksong/service-kit/testing/waits';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, getConfig, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type Location, type RouteObject } from 'react-router';

import { queryClient } from '../api/query-client.ts';
import { routes } from '../routes.tsx';

// A busy machine may take longer than the default of one second.
configure({ asyncUtilTimeout: 20_000 });

/** Set once the testing library records its waits. It outlives this module, see fresh-modules.ts. */
const NOTES_WAITS = Symbol.for('larksong.notes-waits');
const shared = globalThis as typeof globalThis & { [NOTES_WAITS]?: true }; // set below
if (!shared[NOTES_WAITS]) {
  const before = getConfig();
  configure({
    asyncWrapper: (work) => timeWait('the page', () => before.asyncWrapper(work)),
    // A wait asks many times, and only its last error, which is made outside of it, needs the whole page.
    getElementError: (message, container) =>
      isAsking() ? toElementError(message) : before.getElementError(message, container),
  });
  shared[NOTES_WAITS] = true;
}

/** Returns whether a wait asks for something that may not be there yet. The setting is not in the types. */
function isAsking(): boolean {
  return (
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics ===
    true
  );
}

function toElementError(message: string | null): Error {
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
}

/** Renders as in a page that was just loaded: with the one query cache, still empty. */
export function renderInPage(children: ReactNode): RenderResult {
  queryClient.clear();
  const result = render(inPage(children));
  return { ...result, rerender: (changed) => result.rerender(inPage(changed)) };
}

const inPage = (children: ReactNode) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

interface RenderedSite extends RenderResult {
  /** Returns the path and query of the current page. */
  address: () => string;
  /** Goes one step back in the browser's history. */
  back: () => Promise<void>;
}

/** Renders the whole client at a path, or an entry of the history, with its real routes: those of everybody, or those of nests. */
export function renderSite(path: string | Partial<Location>, tree: RouteObject[] = routes): RenderedSite {
  queryClient.clear(); // before the routes ask for anything
  const router = createMemoryRouter(tree, { initialEntries: [path] });
  const result = render(inPage(<RouterProvider router={router} />));
  return {
    ...result,
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => router.navigate(-1),
  };
}

/** Replaces the text of a field key by key in one event-loop turn, so that a slow machine cannot cause a pause. */
export function typeAtOnce(field: HTMLElement, text: string): void {
  for (let length = 1; length <= text.length; length += 1)
    fireEvent.change(field, { target: { value: text.slice(0, length) } });
}
