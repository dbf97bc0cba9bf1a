import { catalog, type Data } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { FAILED, WORKING } from '../../testing/transcoding.ts';
import { signIn, signOut } from '../auth/session.ts';

const NOW = new Date().toISOString();
const EMPTY: Data<typeof catalog.listOwnWork> = {
  now: NOW,
  processing: [],
  pending: [],
  recentlyCompleted: [],
  recentlyFailed: [],
};
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(catalog.getOwnQuota, () => ({
    usedBytes: 2_000_000_000,
    limitBytes: 20_000_000_000,
    needsApproval: true,
  }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(work: Partial<typeof EMPTY>): Promise<void> {
  site.on(catalog.listOwnWork, () => ({ ...EMPTY, ...work }));
  renderSite('/transcoding');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(TEO), user: TEO }));
  await screen.findByText('What you uploaded, and what happens to it');
}

function pending(title: string, state: catalog.Approval['state'], note: string | null = null) {
  const approval = {
    state,
    wantedVisibility: 'public' as const,
    wantedPrivateUserId: null,
    note,
    since: NOW,
    revision: 1,
  };
  const id = `0198f3c2-7a1e-7d40-b1c9-00000000a00${title.length}`;
  return { id, title, status: 'completed' as const, createdAt: NOW, thumbnail: null, approval };
}

const itemOf = async (title: string) =>
  within((await screen.findByRole('heading', { level: 3, name: title })).closest<HTMLElement>('article')!);

test('a teacher reads why a video was sent back, and what waits', async () => {
  const sentBack = pending('A bok', 'sent_back', 'The title is missing an o.');
  await visit({ pending: [sentBack, pending('Ducks', 'waiting'), pending('Winter', 'widening')] });
  const item = await itemOf('A bok');
  for (const sentence of [
    'Sent back',
    'The title is missing an o.',
    'Change it, and it waits for approval again.',
  ])
    expect(item.getByText(sentence)).toBeTruthy();
  expect(item.getByRole('link', { name: 'Watch' }).getAttribute('href')).toContain(sentBack.id);
  expect(item.getByRole('button', { name: /Edit/ })).toBeTruthy();
  expect((await itemOf('Ducks')).getByText('Waits for approval')).toBeTruthy();
  expect((await itemOf('Winter')).getByText('Waits to be seen by more people')).toBeTruthy();
  expect(await screen.findByText('Your videos take up 2 GB of 20 GB.')).toBeTruthy();
});

test('a teacher sees own work and failures, and nothing of workers', async () => {
  const { speed: _speed, lostWorkerCount: _lost, lastProblem: _problem, ...processing } = WORKING;
  const { processingLog: _log, lostWorkerCount: _lostToo, ...failed } = FAILED;
  await visit({ processing: [processing], recentlyFailed: [failed] });
  expect((await itemOf(WORKING.title)).getByRole('button', { name: /^Stop/ })).toBeTruthy();
  site.on(at(catalog.retryVideo, { id: FAILED.id }), () => {});
  await user.click(screen.getByRole('button', { name: /^Retry/ }));
  await expect.poll(() => site.count(catalog.retryVideo)).toBe(1);
  expect(screen.queryByText('Workers')).toBeNull();
  expect(site.count(catalog.getTranscodingStatus)).toBe(0);
});

test('an answer that fails is said, and asked for again', async () => {
  site.on(catalog.listOwnWork, () => failure('UNAVAILABLE', 'The database is away.'));
  renderSite('/transcoding');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(TEO), user: TEO }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  site.on(catalog.listOwnWork, () => EMPTY);
  await user.click(again);
  expect(await screen.findByText('No videos currently processing')).toBeTruthy();
});
