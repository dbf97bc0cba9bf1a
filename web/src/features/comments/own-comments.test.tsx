import { catalog } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { ownComment } from '../../testing/comments.ts';
import type { TestSite } from '../../testing/site.ts';
import { endTalk, server, startTalk, texts, user, visit } from './testing.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startTalk();
});
afterEach(() => endTalk(site));

describe('own comments', () => {
  it('an author reads what was refused of a change, and why, and the text before stays', async () => {
    const refused = {
      text: 'We clap, says Mia.',
      fault: 'names-child' as const,
      note: 'Please leave it out.',
    };
    server.comments = [ownComment({ text: 'We clap.', refused })];
    await visit();
    expect(await screen.findByText(/^Your change was not accepted.*names or shows a child\.$/)).toBeTruthy();
    for (const text of ['We clap.', 'We clap, says Mia.', 'Please leave it out.'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('a comment is changed within its time', async () => {
    server.comments = [ownComment({ text: 'We clap' })];
    site.on(catalog.updateComment, ({ body }) => {
      server.comments = [{ ...server.comments[0]!, text: body.text, editedAt: new Date().toISOString() }];
      return { comment: server.comments[0]! };
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const own = screen.getByRole('textbox', { name: 'Your comment, changed' });
    expect(document.activeElement).toBe(own);
    await user.type(own, ' and sing');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(texts()).toEqual(['We clap and sing']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
    expect(await screen.findByText('Your comment was changed.')).toBeTruthy();
  });

  it('a comment whose time is over can still be deleted, after a question', async () => {
    server.comments = [
      ownComment({ text: 'We clap', editableUntil: new Date(Date.now() - 1).toISOString() }),
    ];
    site.on(catalog.deleteComment, () => {
      server.comments = [];
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Nobody has written a comment yet.')).toBeTruthy();
    expect(screen.getByText('Your comment was deleted.')).toBeTruthy();
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Comments' }));
  });

  it.each([
    ['NOT_FOUND', /^Comments were turned off on this site. Your comment was not deleted/],
    ['UNAVAILABLE', 'Away.'],
  ] as const)(
    'a comment whose deletion was refused with %s is not said to be deleted',
    async (code, sentence) => {
      server.comments = [ownComment({ text: 'We clap' })];
      site.on(catalog.deleteComment, () => failure(code, 'Away.'));
      await visit();
      await user.click(await screen.findByRole('button', { name: 'Delete' }));
      const question = within(await screen.findByRole('alertdialog'));
      await user.click(question.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText(sentence)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'OK' }));
      expect(screen.queryByText('Your comment was deleted.')).toBeNull();
      expect(texts()).toEqual(['We clap']);
    },
  );

  it('a comment that was already gone counts as deleted', async () => {
    server.comments = [ownComment({ text: 'We clap' })];
    site.on(catalog.deleteComment, () => {
      server.comments = [];
      return failure('ITEM_NOT_FOUND');
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Your comment was deleted.')).toBeTruthy();
  });

  it('what was changed is given up only after a question', async () => {
    server.comments = [ownComment({ text: 'We clap' })];
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(screen.getByRole('textbox', { name: 'Your comment, changed' }), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByDisplayValue('We clap!')).toBeTruthy();
  });
});
