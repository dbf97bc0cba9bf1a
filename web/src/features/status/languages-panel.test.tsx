import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { invalidate } from '../../api/invalidate.ts';
import { failure } from '../../testing/answers.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { LanguagesPanel } from './languages-panel.tsx';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(auth.getSiteName, () => ({
    name: 'Larksong',
    languages: { default: 'en' as const, offered: ['en' as const, 'de' as const] },
  }));
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

test('a superadmin chooses the default language, which is then offered in any case', async () => {
  site.on(auth.putSiteLanguages, ({ body }) => ({ languages: body }));
  renderInPage(<LanguagesPanel />);
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await screen.findByRole('checkbox', { name: /^English/ });
  expect(box(/^English/).disabled).toBe(true);
  await user.selectOptions(screen.getByLabelText('Language of this site'), 'tr');
  expect([box(/^Türkçe/).checked, box(/^Türkçe/).disabled, box(/^English/).disabled]).toEqual([
    true,
    true,
    false,
  ]);
  await user.click(box(/^English/));
  await user.click(screen.getByRole('button', { name: 'Save languages' }));
  await waitFor(() =>
    expect(site.bodies(auth.putSiteLanguages)).toEqual([{ default: 'tr', offered: ['de', 'tr'] }]),
  );
});

test('a refusal is said, and what was chosen stays', async () => {
  site.on(auth.putSiteLanguages, () => failure('MAINTENANCE', 'This site is under maintenance.'));
  renderInPage(<LanguagesPanel />);
  await user.click(await screen.findByRole('checkbox', { name: /^Français/ }));
  await user.click(screen.getByRole('button', { name: 'Save languages' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This site is under maintenance.');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Français/ }).checked).toBe(true);
});

test('languages that could not be loaded can be loaded again', async () => {
  site.on(auth.getSiteName, () => failure('UNAVAILABLE', 'The database is away.'));
  renderInPage(<LanguagesPanel />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a choice outlives a change by another superadmin', async () => {
  renderInPage(<LanguagesPanel />);
  const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Français/ });
  await user.click(await box());
  site.on(auth.getSiteName, () => ({
    name: 'Larksong',
    languages: { default: 'en' as const, offered: ['en' as const, 'tr' as const] },
  }));
  await act(() => invalidate(auth.getSiteName));
  expect((await box()).checked).toBe(true);
});
