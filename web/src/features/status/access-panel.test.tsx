import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { invalidate } from '../../api/invalidate.ts';
import { failure } from '../../testing/answers.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { AccessPanel } from './access-panel.tsx';

const user = userEvent.setup();
let site: TestSite;
let choice: catalog.SiteAccessChoice;
let registration: auth.Registration;

beforeEach(async () => {
  choice = {
    visitors: 'everybody',
    game: 'everybody',
    links: 'nobody',
    decided: { visitors: false, game: false },
  };
  registration = 'invite';
  site = await startSite();
  site.on(catalog.getSiteAccessChoice, () => ({ choice }));
  site.on(auth.getAuthSettings, () => ({ registration, mailServer: true }));
  site.on(catalog.putSiteAccess, ({ body }) => {
    choice = { ...choice, ...body };
    return { choice };
  });
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
const gameBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Close the game, too/ });
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));

test('a superadmin closes the site, and with a second tick its game', async () => {
  renderInPage(<AccessPanel />);
  expect((await radio(/^Everybody/)).checked).toBe(true);
  expect(gameBox().disabled).toBe(true);
  await user.click(await radio(/^Nobody/));
  await user.click(gameBox());
  await save();
  await waitFor(() =>
    expect(site.bodies(catalog.putSiteAccess)).toEqual([{ visitors: 'nobody', game: 'nobody' }]),
  );
  await waitFor(async () => expect((await radio(/^Nobody/)).checked).toBe(true));
  expect(screen.queryByText(/Anybody can create an account/)).toBeNull();
});

test('closing a site on which anybody can create an account is warned of before it is saved', async () => {
  registration = 'open';
  renderInPage(<AccessPanel />);
  await user.click(await radio(/^Nobody/));
  expect(await screen.findByText(/Anybody can create an account/)).toBeTruthy();
  expect(site.count(catalog.putSiteAccess)).toBe(0);
  await user.click(await radio(/^Everybody/));
  expect(screen.queryByText(/Anybody can create an account/)).toBeNull();
});

test('what the environment decides cannot be changed and is not sent', async () => {
  choice = {
    visitors: 'nobody',
    game: 'everybody',
    links: 'nobody',
    decided: { visitors: true, game: false },
  };
  renderInPage(<AccessPanel />);
  expect((await radio(/^Everybody/)).disabled).toBe(true);
  expect(screen.getByText(/SITE_VISITORS and GAME_VISITORS decide/)).toBeTruthy();
  await user.click(gameBox());
  await save();
  await waitFor(() => expect(site.bodies(catalog.putSiteAccess)).toEqual([{ game: 'nobody' }]));
});

test('links to lists of a closed site open for nobody until superadmins allow them', async () => {
  renderInPage(<AccessPanel />);
  const links = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Whose links/ });
  expect([links.value, links.disabled]).toEqual(['nobody', true]);
  await user.click(await radio(/^Nobody/));
  await user.selectOptions(links, 'Those of teachers and superadmins');
  await save();
  await waitFor(() =>
    expect(site.bodies(catalog.putSiteAccess)).toEqual([
      { visitors: 'nobody', game: 'everybody', links: 'teachers' },
    ]),
  );
});

test('a refusal is said, and what was chosen stays', async () => {
  site.on(catalog.putSiteAccess, () => failure('UNAVAILABLE', 'The database is away.'));
  renderInPage(<AccessPanel />);
  await user.click(await radio(/^Nobody/));
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away.');
  expect((await radio(/^Nobody/)).checked).toBe(true);
});

test('a choice outlives a change by another superadmin', async () => {
  renderInPage(<AccessPanel />);
  await user.click(await radio(/^Nobody/));
  choice = { ...choice, links: 'superadmins' };
  await act(() => invalidate(catalog.getSiteAccessChoice));
  expect((await radio(/^Nobody/)).checked).toBe(true);
});
