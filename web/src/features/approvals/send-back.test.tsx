import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';

import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { pendingVideo } from '../../testing/approvals.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();

test('the sentence of a video that could not be sent back comes back, for its writer only', async () => {
  const site = await startSite();
  onTestFinished(async () => {
    sessionStorage.clear();
    await act(() => signOut());
    cleanup();
    await site[Symbol.asyncDispose]();
  });
  const videos = [pendingVideo({ title: 'Bees' })];
  const counts = { waiting: 1, sentBack: 0 };
  site.on(catalog.listApprovals, () => ({ videos, nextCursor: null, counts, isOn: true }));
  site.on(catalog.decideApproval, () => failure('UNAVAILABLE', 'The site is not available.'));
  const visitAs = (who: typeof OLIVE) => {
    act(() => signIn({ ...tokensOf(who), user: who }));
    return renderSite('/approvals');
  };
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /^Send back/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send back' }));
    return { dialog, note: dialog.getByLabelText<HTMLTextAreaElement>('What should be different?') };
  };

  const { unmount } = visitAs(OLIVE);
  const { dialog, note } = await open();
  await user.type(note, 'Please cut it.');
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('The site is not available.', { exact: false })).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect((await open()).note.value).toBe('Please cut it.');
  unmount();
  await act(() => signOut());
  visitAs({ ...MIRA, role: 'superadmin' });
  expect((await open()).note.value).toBe('');
});
