import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { invalidate } from '../../api/invalidate.ts';
import { loadTexts } from '../../lib/texts.ts';
import { failure } from '../../testing/answers.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { CommentsPanel } from './comments-panel.tsx';

const PUT = catalog.putCommentSettings;
const user = userEvent.setup();
let site: TestSite;
let settings: catalog.CommentSettings;

beforeEach(async () => {
  await loadTexts('status');
  settings = { setting: 'off', isChosen: false, words: ['advert'] };
  site = await startSite();
  site.on(catalog.getCommentSettings, () => ({ settings }));
  site.on(PUT, ({ body }) => {
    settings = { ...settings, ...body, isChosen: settings.isChosen || body.setting !== undefined };
    return { settings };
  });
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

const open = () =>
  renderInPage(
    <MemoryRouter>
      <CommentsPanel />
    </MemoryRouter>,
  );
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const QUESTION = /^New: members can write comments/;

test('after an update, the panel asks until a superadmin has chosen, also to leave comments off', async () => {
  open();
  expect((await radio(/^Off/)).checked).toBe(true);
  expect(screen.getByText(QUESTION)).toBeTruthy();
  await save();
  await waitFor(() => expect(site.bodies(PUT)).toEqual([{ setting: 'off' }]));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

test('a superadmin chooses who sees comments when, and only what was changed is sent', async () => {
  settings.isChosen = true;
  open();
  await user.click(await radio(/^Members, shown at once/));
  await save();
  await waitFor(() => expect(site.bodies(PUT)).toEqual([{ setting: 'at-once' }]));
});

test('words are one a line, each once', async () => {
  settings.isChosen = true;
  open();
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Words that hold/ });
  expect(words.value).toBe('advert');
  await user.type(words, '\n  sale \n\nadvert');
  await save();
  await waitFor(() => expect(site.bodies(PUT)).toEqual([{ words: ['advert', 'sale'] }]));
});

test('a refusal is said, and what was chosen stays', async () => {
  site.on(PUT, () => failure('UNAVAILABLE', 'The database is away.'));
  open();
  await user.click(await radio(/^Members, shown after approval/));
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away.');
  expect((await radio(/^Members, shown after approval/)).checked).toBe(true);
});

test('what is typed outlives a change by another superadmin, and only it is sent', async () => {
  settings.isChosen = true;
  open();
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Words that hold/ });
  // A form that was not touched follows the server.
  settings = { ...settings, words: ['sale'] };
  await act(() => invalidate(catalog.getCommentSettings));
  await waitFor(() => expect(words.value).toBe('sale'));
  await user.type(words, '\nprize');
  settings = { ...settings, setting: 'approval' };
  await act(() => invalidate(catalog.getCommentSettings));
  expect(words.value).toBe('sale\nprize');
  await save();
  await waitFor(() => expect(site.bodies(PUT)).toEqual([{ words: ['sale', 'prize'] }]));
  await waitFor(async () => expect((await radio(/^Members, shown after approval/)).checked).toBe(true));
});

test('what is typed while the form is being saved stays', async () => {
  settings.isChosen = true;
  let answer: (() => void) | undefined;
  site.on(PUT, async ({ body }) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    settings = { ...settings, ...body };
    return { settings };
  });
  open();
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Words that hold/ });
  await user.type(words, '\nsale');
  await save();
  await waitFor(() => expect(answer).toBeTruthy());
  await user.type(words, '\nprize');
  answer?.();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull(),
  );
  expect(words.value).toBe('advert\nsale\nprize');
});
