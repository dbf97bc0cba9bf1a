import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { describeValues } from './changed-values.ts';

const CHANGE: catalog.TeacherChange = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000c001',
  at: new Date(Date.now() - 3_600_000).toISOString(),
  video: { id: '0198f3c2-7a1e-7d40-b1c9-00000000c002', title: 'Bees' },
  teacher: { id: TEO.id, name: 'teo' },
  change: { field: 'title', before: 'Bees', after: 'Wasps' },
  isUndoable: true,
  undone: null,
};

const user = userEvent.setup();
let site: TestSite;
/** The server's changes. */
let changes: catalog.TeacherChange[];

beforeEach(async () => {
  changes = [CHANGE];
  site = await startSite();
  site.on(catalog.listTeacherChanges, () => ({ changes, nextCursor: null }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit() {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  renderSite('/approvals?view=changes');
  await screen.findByRole('heading', { level: 1, name: 'Approvals' });
}

describe('the later changes of teachers', () => {
  it('a change shows both values and is undone by a button', async () => {
    const undone = { ...CHANGE, isUndoable: false, undone: { at: CHANGE.at, by: 'Olive Tanaka' } };
    site.on(at(catalog.undoTeacherChange, { id: CHANGE.id }), () => {
      changes = [undone];
      return { change: undone };
    });
    await visit();
    const item = within(await screen.findByRole('listitem'));
    expect(item.getAllByRole('paragraph')[0]?.textContent).toBe('teo changed the title of Bees.');
    expect(item.getByRole('deletion').textContent).toBe('Before: Bees');
    expect(item.getByRole('insertion').textContent).toBe('After: Wasps');
    await user.click(item.getByRole('button', { name: 'Undo: Bees' }));
    expect(await item.findByText('Undone by Olive Tanaka')).toBeTruthy();
    expect(item.queryByRole('button')).toBeNull();
  });

  it('a change that cannot be undone any more says why', async () => {
    changes = [{ ...CHANGE, isUndoable: false }];
    await visit();
    expect(await screen.findByText('Changed again since')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('the server’s sentence is shown when somebody else was faster', async () => {
    const sentence = 'mira has already undone this change.';
    site.on(at(catalog.undoTeacherChange, { id: CHANGE.id }), () => failure('CONFLICT', sentence));
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Undo: Bees' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(site.count(catalog.listTeacherChanges)).toBe(2));
  });

  it('without changes the page says what will be here, and a failure can be tried again', async () => {
    site.on(catalog.listTeacherChanges, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    site.on(catalog.listTeacherChanges, () => ({ changes: [], nextCursor: null }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No later changes' })).toBeTruthy();
  });

  it('pictures are shown next to each other, and that from the video is named', async () => {
    changes = [{ ...CHANGE, change: { field: 'thumbnail', before: null, after: '/thumbnails/bees.webp' } }];
    await visit();
    expect(await screen.findByRole('img', { name: 'The picture now' })).toBeTruthy();
    expect(screen.getByText('The picture from the video')).toBeTruthy();
  });
});

describe('describeValues', () => {
  const tag = (tagValue: string): catalog.Tag => ({ tagType: 'grade', tagValue });
  const caption: catalog.Caption = { id: CHANGE.id, language: 'de', label: 'Deutsch', url: '/x.vtt' };

  it.each<[Parameters<typeof describeValues>[0], string, string]>([
    [{ field: 'tags', before: [tag('1'), tag('2')], after: [] }, '1, 2', 'nothing'],
    [{ field: 'letters', before: null, after: ['A', 'B'] }, 'nothing', 'A, B'],
    [{ field: 'language', before: 'de', after: null }, 'Deutsch', 'nothing'],
    [{ field: 'captions', before: null, after: caption }, 'nothing', 'Deutsch'],
    [{ field: 'description', before: '', after: 'A song.' }, 'nothing', 'A song.'],
  ])('%o is said in words', (change, before, after) => {
    expect(describeValues(change)).toEqual({ before, after });
  });
});
