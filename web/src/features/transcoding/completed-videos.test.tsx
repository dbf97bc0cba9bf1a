import { catalog } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { showLanguage } from '../../lib/texts.ts';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { EMPTY_STATUS, WORKING } from '../../testing/transcoding.ts';
import { signIn, signOut } from '../auth/session.ts';

const NOW = new Date().toISOString();
const remarks = ['The file has 2 soundtracks. The video has number 2.'];
const done = { ...WORKING, completedAt: NOW, duration: 60, resolutions: [], remarks };

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  await act(() => signOut());
  await act(() => showLanguage('en'));
  cleanup();
  await site[Symbol.asyncDispose]();
});

const answer = (video: catalog.CompletedVideo) =>
  site.on(catalog.getTranscodingStatus, () => ({ ...EMPTY_STATUS, recentlyCompleted: [video] }));

test('a completed video says what of its file is not in it, in the reader’s language if it is known', async () => {
  answer(done);
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  renderSite('/transcoding');
  expect((await screen.findByText(remarks[0] ?? '')).lang).toBe('');
  await act(() => showLanguage('de'));
  expect(screen.getByText(remarks[0] ?? '').lang).toBe('en');
  answer({ ...done, explainedRemarks: [{ id: 'several-sounds', values: { soundCount: 2, place: 2 } }] });
  await act(() => queryClient.refetchQueries({ queryKey: ['getTranscodingStatus'] }));
  const said = await screen.findByText('Die Datei enthält 2 Tonspuren. Das Video hat Nummer 2.');
  expect(said.lang).toBe('');
});
