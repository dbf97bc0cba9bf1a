import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, Link, RouterProvider, useRouteError } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { errorSentence } from './error-sentence.ts';
import { slowReads } from '../api/slow-reads.ts';
import { definePage } from './page-code.ts';
import { NO_ANSWER } from '../testing/answers.ts';
import { renderInPage } from '../testing/render.tsx';
import { startSite, type TestSite } from '../testing/site.ts';
import { DialogHost } from '../ui/dialog-host.tsx';
import { loadPage } from './late-page.tsx';
import { useStayOffline } from './use-stay-offline.ts';

const user = userEvent.setup();
let site: TestSite;
/** Whether files of code can be loaded. */
let hasNetwork: boolean;
/** Whether files of code never arrive. */
let isSilent: boolean;
let loads: number;

beforeEach(async () => {
  site = await startSite();
  hasNetwork = false;
  isSilent = false;
  loads = 0;
  site.onFile('/healthz', () => (hasNetwork ? 'alive' : NO_ANSWER));
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

function Songs() {
  return <h1>Songs</h1>;
}

async function loadSongs(): Promise<ComponentType> {
  loads += 1;
  if (isSilent) return new Promise(() => {});
  if (!hasNetwork) throw new TypeError('Failed to fetch dynamically imported module: /assets/songs-1.js');
  return Songs;
}

function Game() {
  useStayOffline();
  return (
    <>
      <input aria-label="Pairs found" />
      <Link to="/songs">To the songs</Link>
      <DialogHost />
    </>
  );
}

/** Opens a site of two pages; the code of the second has to be fetched. */
function visit(path: string): void {
  const songs = definePage('/songs', loadSongs);
  const lazy = async () => ({ Component: await loadPage(songs) });
  const routes = [
    { path: '/', Component: Game },
    { path: '/songs', lazy, ErrorBoundary: () => <p role="alert">{errorSentence(useRouteError())}</p> },
  ];
  renderInPage(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
}

async function leaveGame(): Promise<void> {
  visit('/');
  await user.type(await screen.findByLabelText('Pairs found'), '3');
  await user.click(screen.getByRole('link', { name: 'To the songs' }));
}

const pairsFound = () => screen.getByLabelText<HTMLInputElement>('Pairs found').value;

it('a game is kept when another page cannot be loaded', async () => {
  await leaveGame();
  await screen.findByRole('alertdialog', { name: 'No connection' });
  const back = screen.getByRole('button', { name: 'Back to the game' });
  expect(document.activeElement).toBe(back);
  await user.click(back);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(pairsFound()).toBe('3');
  // Another attempt to leave checks again.
  await user.click(screen.getByRole('link', { name: 'To the songs' }));
  await user.click(await screen.findByRole('button', { name: 'Back to the game' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(pairsFound()).toBe('3');
});

it('a retry from the game fetches the page again and opens it', async () => {
  await leaveGame();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await expect.poll(() => loads).toBe(2);
  await screen.findByRole('alertdialog', { name: 'No connection' });
  hasNetwork = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Songs' });
  expect(loads).toBe(3);
});

it('a game is kept while the browser is offline, even if the code of the other page is loaded', async () => {
  hasNetwork = true;
  visit('/');
  await definePage('/songs', loadSongs).fetch();
  hasNetwork = false;
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await user.click(await screen.findByRole('link', { name: 'To the songs' }));
    await screen.findByRole('alertdialog', { name: 'No connection' });
    hasNetwork = true; // the server may run on the same machine
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Songs' })).toBeTruthy();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

it('a page whose code is missing says so, and leads back to the game without a page load', async () => {
  visit('/songs');
  await screen.findByRole('heading', { name: 'No connection' });
  expect(document.title).toBe('No connection · Larksong');
  await user.click(screen.getByRole('link', { name: 'Back to the game' }));
  await screen.findByLabelText('Pairs found');
});

it('a page whose code is missing loads it when Try again is pressed', async () => {
  visit('/songs');
  const again = await screen.findByRole('button', { name: 'Try again' });
  const before = loads;
  await user.click(again);
  await expect.poll(() => loads).toBe(before + 1);
  screen.getByRole('heading', { name: 'No connection' });
  hasNetwork = true;
  await user.click(again);
  await screen.findByRole('heading', { name: 'Songs' });
});

it('a page whose code is missing loads it once the connection is back', async () => {
  visit('/songs');
  await screen.findByRole('heading', { name: 'No connection' });
  hasNetwork = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Songs' })).toBeTruthy();
});

it('a page whose code is missing loads it if the connection comes back at the moment at which it appears', async () => {
  const seen = new MutationObserver(() => {
    if (!screen.queryByRole('heading', { name: 'No connection' })) return;
    seen.disconnect();
    hasNetwork = true;
    window.dispatchEvent(new Event('online'));
  });
  seen.observe(document.body, { childList: true, subtree: true });
  visit('/songs');
  expect(await screen.findByRole('heading', { name: 'Songs' })).toBeTruthy();
});

describe('code that never arrives', () => {
  beforeEach(() => {
    isSilent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  it('a page whose code never arrives has failed after 20 s', async () => {
    visit('/songs');
    await pass(19);
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(2);
    expect(screen.getByRole('alert').textContent).toContain('The server did not answer in time.');
  });

  it('a game is kept while the code of another page never arrives, which is named after 8 s', async () => {
    visit('/');
    await act(async () => screen.getByRole('link', { name: 'To the songs' }).click());
    await pass(7.5);
    expect(slowReads.get()).toEqual([]);
    await pass(1);
    expect(slowReads.get()).toHaveLength(1);
    await pass(12);
    expect(slowReads.get()).toEqual([]);
    expect(screen.getByRole('alertdialog', { name: 'No answer' }).textContent).toContain('did not answer');
    await act(async () => screen.getByRole('button', { name: 'Back to the game' }).click());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    screen.getByLabelText('Pairs found');
  });
});
