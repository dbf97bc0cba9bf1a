import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { forgetNests, keepNests } from '../../../api/nest-session.ts';
import { nestRoutes } from '../../../nest-routes.tsx';
import { failure } from '../../../testing/answers.ts';
import { nestPlace, nestRow, nestSession } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';

let site: TestSite;
let place: catalog.NestPlace;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  place = nestPlace({ allowsSearch: true });
  site.on(catalog.getNest, () => place);
  keepNests(nestSession());
});
afterEach(async () => {
  cleanup();
  act(() => forgetNests());
  await site[Symbol.asyncDispose]();
});

const open = (path: string) => renderSite(path, nestRoutes);

it('a child who can write finds the songs of its nest as pictures, and is led nowhere else', async () => {
  const [row] = place.rows;
  const song = video({ title: 'Ducks' });
  site.on(catalog.searchNest, ({ query }) => ({
    songs: query.q === 'duc' ? [{ video: song, rowId: row?.id ?? '' }] : [],
  }));
  open('/nest');
  await user.click(await screen.findByRole('link', { name: 'Search' }));
  const field = await screen.findByRole('searchbox', { name: 'Search' });
  expect(document.activeElement).toBe(field);
  await user.type(field, 'duc');
  expect((await screen.findByRole('link', { name: 'Ducks' })).getAttribute('href')).toBe(
    `/nest/play/${row?.id}?song=${song.id}`,
  );
  expect(site.calls(catalog.searchNest).map(({ query }) => query.q)).toEqual(['duc']);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/nest',
    `/nest/play/${row?.id}?song=${song.id}`,
  ]);
  await user.type(field, 'x');
  expect(await screen.findByText('Your nest has no song like that.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByText('Your nest has no song like that.')).toBeNull());
});

it('a nest that may not search has no way to it, and asks nothing', async () => {
  place = nestPlace({ rows: [nestRow()] });
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
  cleanup();
  open('/nest/search?q=ducks');
  expect(await screen.findByRole('heading', { name: 'Not here' })).toBeTruthy();
  expect(site.count(catalog.searchNest)).toBe(0);
});

it('search that a grown-up has just switched off is not here any more', async () => {
  site.on(catalog.searchNest, () => failure('FORBIDDEN'));
  open('/nest/search');
  await screen.findByRole('searchbox');
  place = nestPlace();
  await user.type(screen.getByRole('searchbox'), 'a');
  expect(await screen.findByRole('heading', { name: 'Not here' })).toBeTruthy();
});
