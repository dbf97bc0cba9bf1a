import { act, cleanup, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';

import { forgetNests, keepNests } from '../../api/nest-session.ts';
import { createChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';
import { NO_ANSWER } from '../../testing/answers.ts';
import { nestSession } from '../../testing/nests.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite } from '../../testing/site.ts';
import { loadNestPage } from './late-page.tsx';

afterEach(() => {
  cleanup();
  act(() => forgetNests());
  vi.restoreAllMocks();
});

it('a nest rests while the code of a page cannot be loaded, and loads the page when the site is back', async () => {
  await using site = await startSite();
  let isThere = false;
  site.onFile('/healthz', () => (isThere ? 'alive' : NO_ANSWER));
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  keepNests(nestSession());
  await loadWithTexts('nest', async () => {});
  const code = createChunk(async () => Promise.reject(new TypeError('Failed to fetch')));
  const routes = [{ path: '/', lazy: async () => ({ Component: await loadNestPage(code) }) }];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  renderInPage(<RouterProvider router={createMemoryRouter(routes)} />);
  expect(await screen.findByRole('heading', { name: 'The nest rests' })).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/nest']);
  await act(async () => void vi.advanceTimersByTime(5000));
  isThere = true;
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(5000);
    return reload.mock.calls.length > 0;
  });
  vi.useRealTimers();
});
