import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { setSiteName } from '../../lib/site-name.ts';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const TEXTS: auth.SiteTexts = {
  name: { content: 'Oak School', isDefault: false },
  about: { content: 'A choir’s songs.\n\n<b>Since</b> 1998.', isDefault: false },
  privacy: { content: 'Little is stored.', isDefault: true },
  contact: { content: 'Please ask.', isDefault: true },
};

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(auth.getSiteTexts, () => ({ texts: TEXTS }));
  site.on(catalog.listNotices, () => ({ notices: [] }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visitAs(visitor: typeof OLIVE | null): Promise<void> {
  renderSite('/for-parents');
  await screen.findByRole('heading', { name: 'For parents' });
  if (visitor) act(() => signIn({ ...tokensOf(visitor), user: visitor }));
}

test('visitors read the three texts in paragraphs, with markup as text', async () => {
  await visitAs(null);
  const about = within(await screen.findByRole('region', { name: 'What this site is, and who runs it' }));
  expect(about.getByText('A choir’s songs.').tagName).toBe('P');
  expect(about.getByText('<b>Since</b> 1998.').tagName).toBe('P');
  expect(screen.getByRole('region', { name: 'What is stored, and for how long' }).textContent).toContain(
    'Little',
  );
  expect(screen.getByRole('region', { name: 'How to reach us' }).textContent).toContain('Please ask.');
  expect(screen.getByText('No adverts')).toBeTruthy();
});

test('only superadmins can edit the texts for parents', async () => {
  await visitAs(MIRA);
  await screen.findByText('Please ask.');
  expect(screen.queryByRole('button', { name: 'Edit texts' })).toBeNull();
});

test('a superadmin edits the texts and sees them', async () => {
  await visitAs(OLIVE);
  await user.click(await screen.findByRole('button', { name: 'Edit texts' }));
  const contact = screen.getByLabelText('How to reach us');
  await user.clear(contact);
  await user.type(contact, 'Ring the school.');
  site.on(auth.putSiteTexts, () => failure('UNAVAILABLE', 'The database is away.'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away.');
  const texts = { ...TEXTS, contact: { content: 'Ring the school.', isDefault: false } };
  site.on(auth.putSiteTexts, () => ({ texts }));
  site.on(auth.getSiteTexts, () => ({ texts }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit texts' })).toBeNull());
  expect(screen.getByText('Ring the school.')).toBeTruthy();
  expect(screen.getByText('Saved.')).toBeTruthy();
  expect(site.bodies(auth.putSiteTexts).at(-1)).toEqual({
    name: 'Oak School',
    about: TEXTS.about.content,
    privacy: TEXTS.privacy.content,
    contact: 'Ring the school.',
  });
});

test('a superadmin names the site, and the bar and the title of the tab follow at once', async () => {
  onTestFinished(() => setSiteName('Larksong'));
  await visitAs(OLIVE);
  await user.click(await screen.findByRole('button', { name: 'Edit texts' }));
  const field = screen.getByLabelText('Name of this site');
  await user.clear(field);
  await user.type(field, 'x'.repeat(61));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The name of a site can have at most 60 characters.')).toBeTruthy();
  expect(site.count(auth.putSiteTexts)).toBe(0);
  await user.clear(field);
  await user.type(field, '  مدرسة البلوط <b> ');
  const name = { content: 'مدرسة البلوط <b>', isDefault: false };
  site.on(auth.putSiteTexts, () => ({ texts: { ...TEXTS, name } }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const brand = await screen.findByText(name.content);
  expect(brand.getAttribute('dir')).toBe('auto');
  expect(document.title).toBe(`For parents · ${name.content}`);
});

test('a text that is too long is refused next to its field, without a call', async () => {
  site.on(auth.getSiteTexts, () => ({
    texts: { ...TEXTS, about: { content: 'x'.repeat(5001), isDefault: false } },
  }));
  await visitAs(OLIVE);
  await user.click(await screen.findByRole('button', { name: 'Edit texts' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A text can have at most 5,000 characters.')).toBeTruthy();
  expect(site.count(auth.putSiteTexts)).toBe(0);
});

test('texts that could not be loaded can be loaded again', async () => {
  site.on(auth.getSiteTexts, () => failure('UNAVAILABLE', 'The database is away.'));
  await visitAs(null);
  const again = await screen.findByRole('button', { name: 'Try again' });
  site.on(auth.getSiteTexts, () => ({ texts: TEXTS }));
  await user.click(again);
  expect(await screen.findByText('Please ask.')).toBeTruthy();
});
