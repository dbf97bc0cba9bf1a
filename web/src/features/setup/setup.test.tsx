import { auth } from '@larksong/contracts';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';

const OPEN: auth.Setup = {
  siteName: 'Larksong',
  registration: 'open',
  superadmin: { email: 'superadmin@larksong.example', username: 'superadmin' },
  publicUrl: 'http://localhost:8080',
  decided: { registration: false, mail: false, address: false, folder: false },
  canRestore: true,
};

let site: TestSite;
const user = userEvent.setup();
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** Opens the page, enters a code, and waits for the form. */
async function openForm(setup: auth.Setup): Promise<void> {
  site.on(auth.openSetup, () => ({ setup }));
  renderSite('/setup');
  await user.type(await screen.findByLabelText('Code'), 'abcd-efgh{Enter}');
  await screen.findByLabelText('Name of this site');
}

it('a wrong code and a page that is closed are said in sentences', async () => {
  site.on(auth.openSetup, () => failure('SETUP_CODE_WRONG', 'This code is incorrect.'));
  renderSite('/setup');
  await user.type(await screen.findByLabelText('Code'), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect.');
  site.on(auth.openSetup, () => failure('NOT_FOUND', 'There is nothing at this address.'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'This site has been set up' })).toBeTruthy();
});

it('the form names what is missing, sends what was chosen, and says when the site is ready', async () => {
  await openForm(OPEN);
  site.on(auth.finishSetup, () => ({ restarts: false }));
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(screen.getByText('Enter your email.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'olive@school.example');
  await user.type(screen.getByLabelText('Password'), 'a good long password');
  await user.selectOptions(screen.getByLabelText('Who may create an account?'), 'invite');
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByRole('heading', { name: 'Your site is ready' })).toBeTruthy();
  expect(site.bodies(auth.finishSetup)).toMatchObject([
    {
      code: 'abcd-efgh',
      registration: 'invite',
      superadmin: { email: 'olive@school.example', username: 'superadmin', password: 'a good long password' },
      mail: null,
      storageFolder: '',
    },
  ]);
});

it('what is set from outside is shown and cannot be changed', async () => {
  const decided = { registration: true, mail: true, address: true, folder: true };
  await openForm({ ...OPEN, registration: 'closed', decided });
  const registration = screen.getByLabelText<HTMLSelectElement>('Who may create an account?');
  expect([registration.value, registration.disabled]).toEqual(['closed', true]);
  expect(screen.getByText('http://localhost:8080')).toBeTruthy();
  for (const label of ['Mail server (optional)', 'Address of this site', 'Folder for videos (optional)'])
    expect(screen.queryByLabelText(label)).toBeNull();
});

it('a mail server is tried before the site is set up, and its refusal is shown', async () => {
  await openForm(OPEN);
  site.on(auth.trySetupMail, () => failure('MAIL_REFUSED', 'The mail server does not answer.'));
  await user.type(screen.getByLabelText('Mail server (optional)'), 'mail.school.example');
  await user.type(screen.getByLabelText('Mails come from'), 'songs@school.example');
  const test = screen.getByRole('button', { name: 'Send a test message' });
  await user.click(test);
  expect(screen.getByText('Enter the email to send the message to.')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'olive@school.example');
  await user.click(test);
  expect((await screen.findByRole('alert')).textContent).toBe('The mail server does not answer.');
  expect(site.bodies(auth.trySetupMail)).toMatchObject([
    { to: 'olive@school.example', mail: { host: 'mail.school.example', port: 587 } },
  ]);
});

it.each([
  ['http://localhost:8080', 'Nobody else can open this. Write the address parents will type.'],
  ['http://192.168.1.5', 'People outside your network cannot open this.'],
])('the address %s is warned of below its field until another one is typed', async (address, warning) => {
  await openForm(OPEN);
  const field = screen.getByLabelText('Address of this site');
  await user.clear(field);
  await user.type(field, address);
  const hint = screen.getByText(warning).closest('.hint');
  expect(field.getAttribute('aria-describedby')).toBe(hint?.id);
  await user.clear(field);
  await user.type(field, 'https://songs.example');
  expect(screen.queryByText(warning)).toBeNull();
});
