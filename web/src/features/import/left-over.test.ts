import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { startSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { readLeft } from './left-over.ts';

afterEach(() => localStorage.clear());

test('the rest of an import is offered to the account that began it only', async () => {
  await using _site = await startSite();
  const left = JSON.stringify({ total: 1, edits: { film: { title: 'Of Olive' } } });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  localStorage.setItem('import.left', left); // by an earlier version
  localStorage.setItem(`import.left ${OLIVE.id}`, left);
  expect(readLeft()?.edits).toEqual({ film: { title: 'Of Olive' } });
  expect(localStorage.getItem('import.left')).toBeNull();
  await act(() => signOut());
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  expect(readLeft()).toBeNull();
  await act(() => signOut());
});
