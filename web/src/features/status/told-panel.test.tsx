import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { invalidate } from '../../api/invalidate.ts';
import { failure } from '../../testing/answers.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { ToldPanel } from './told-panel.tsx';

const user = userEvent.setup();
const AWAY = {
  id: 'service-away' as const,
  severity: 'error' as const,
  about: 'game',
  sentence: 'The service game is not running, or fails.',
  remedy: 'Look at its log.',
  values: { name: 'game' },
};
let site: TestSite;
let told: auth.Told;

beforeEach(async () => {
  told = {
    recipients: { to: 'superadmins', addresses: [] },
    webhook: null,
    hasMailServer: true,
    standing: [],
    tellings: [],
  };
  site = await startSite();
  site.on(auth.getTold, () => told);
  site.on(auth.putTold, ({ body }) => {
    told = { ...told, recipients: body };
    return { recipients: body };
  });
  site.on(auth.putToldWebhook, ({ body: { url } }) => {
    told = { ...told, webhook: url === null ? null : { url } };
    return { webhook: told.webhook, secret: url === null ? null : 'ab12' };
  });
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

test('a superadmin chooses other addresses, one a line', async () => {
  renderInPage(<ToldPanel />);
  await user.click(await screen.findByRole('radio', { name: /^Other addresses/ }));
  await user.type(screen.getByLabelText(/^Addresses/), 'a@school.example, b@school.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(site.bodies(auth.putTold)).toEqual([
      { to: 'addresses', addresses: ['a@school.example', 'b@school.example'] },
    ]),
  );
});

test('the address to call needs the password, and its key is shown once', async () => {
  renderInPage(<ToldPanel />);
  await user.type(await screen.findByLabelText(/^Address \(/), 'https://hooks.example/songs');
  const save = screen.getByRole('button', { name: 'Save the address' });
  await user.click(save);
  expect(await screen.findByText('Enter your password.')).toBeTruthy();
  expect(site.count(auth.putToldWebhook)).toBe(0);
  site.on(auth.putToldWebhook, () => failure('WRONG_PASSWORD'));
  await user.type(screen.getByLabelText(/^Your password/), 'wrong');
  await user.click(save);
  await waitFor(() => expect(site.count(auth.putToldWebhook)).toBe(1));
  site.on(auth.putToldWebhook, ({ body: { url } }) => {
    told = { ...told, webhook: { url: url ?? '' } };
    return { webhook: told.webhook, secret: 'ab12' };
  });
  await user.click(save);
  expect(await screen.findByText('ab12')).toBeTruthy();
  site.on(auth.tryToldWebhook, () => ({ problem: 'It answered with the status 500.' }));
  await user.click(await screen.findByRole('button', { name: 'Try it' }));
  expect(await screen.findByText('It answered with the status 500.')).toBeTruthy();
});

test('the history says what was told to whom, and that a mail failed', async () => {
  const telling = {
    id: '0198e5a2-0000-7000-8000-000000000000',
    at: '2026-03-02T09:00:00.000Z',
    began: [AWAY],
    ended: [],
    to: ['olive'],
    mail: 'failing' as const,
    webhook: null,
  };
  told = { ...told, hasMailServer: false, tellings: [telling] };
  renderInPage(<ToldPanel />);
  expect(await screen.findByText('The service game is not running, or fails.')).toBeTruthy();
  expect(screen.getByText(/To olive\. The mail could not be sent yet\./)).toBeTruthy();
  expect(screen.getByText(/has no mail server/)).toBeTruthy();
});

test('addresses that are being typed outlive a change by another superadmin', async () => {
  renderInPage(<ToldPanel />);
  await user.click(await screen.findByRole('radio', { name: /^Other addresses/ }));
  await user.type(screen.getByLabelText(/^Addresses/), 'a@school.example');
  told = { ...told, recipients: { to: 'nobody', addresses: [] } };
  await act(() => invalidate(auth.getTold));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Addresses/).value).toBe('a@school.example');
});
