import { catalog } from '@larksong/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { comment, ownComment } from '../../testing/comments.ts';
import { moderated } from '../../testing/moderation.ts';
import { renderSite } from '../../testing/render.tsx';
import type { TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { endTalk, field, listAll, server, SONG, startTalk, texts, user, visit } from './testing.ts';

const LIST = catalog.listComments;
let site: TestSite;

beforeEach(async () => {
  site = await startTalk();
});
afterEach(() => endTalk(site));

describe('who sees comments', () => {
  it('a visitor gets neither comments nor their code', async () => {
    renderSite(`/songs?v=${SONG.id}`);
    await screen.findByRole('heading', { level: 1, name: 'Five Ducks' });
    await waitFor(() => expect(site.count(catalog.listRelatedVideos)).toBe(1));
    expect(site.count(LIST)).toBe(0);
    expect(screen.queryByText(/comment/i)).toBeNull();
  });

  it('a member of a site without comments asks for none', async () => {
    server.hasComments = false;
    act(() => signIn({ ...tokensOf(TEO), user: TEO }));
    renderSite(`/songs?v=${SONG.id}`);
    await screen.findByRole('button', { name: 'Add to a list' });
    expect(site.count(LIST)).toBe(0);
  });

  it('a member reads the newest first, with line breaks, replies and standing', async () => {
    const reply = comment({ text: 'Thank you.', author: { name: 'olive', standing: 'superadmin' } });
    server.comments = [comment({ text: 'Two\nlines', replies: [reply] }), comment({ text: 'Older' })];
    await visit();
    await screen.findByRole('heading', { name: '3 comments' });
    expect(texts()).toEqual(['Two\nlines', 'Thank you.', 'Older']);
    const replies = screen.getByRole('list', { name: 'Replies to mira' });
    expect(within(replies).getByText('Superadmin')).toBeTruthy();
    expect(screen.getByText('Older').getAttribute('dir')).toBe('auto');
  });

  it('addresses and code are plain text', async () => {
    const text = 'https://lark.example <img src=x onerror=alert(1)> <b>bold</b>';
    server.comments = [comment({ text })];
    await visit();
    expect((await screen.findByText(text)).childElementCount).toBe(0);
  });

  it('more comments are fetched by the cursor', async () => {
    const [newer, older] = [comment({ text: 'Newer' }), comment({ text: 'Older' })];
    site.on(LIST, ({ query }) => ({
      ...listAll(),
      comments: query.cursor === 'next' ? [older] : [newer],
      nextCursor: query.cursor === 'next' ? null : 'next',
    }));
    await visit();
    await user.click(await screen.findByRole('button', { name: 'More comments' }));
    await waitFor(() => expect(texts()).toEqual(['Newer', 'Older']));
    expect(screen.queryByRole('button', { name: 'More comments' })).toBeNull();
  });

  it('an author sees a waiting comment as waiting, and why one was removed', async () => {
    server.comments = [
      ownComment({ text: 'Waits', state: 'waiting' }),
      ownComment({
        text: 'With a name',
        state: 'removed',
        removal: { fault: 'names-child', note: 'Please leave it out.' },
        editableUntil: null,
      }),
    ];
    await visit();
    expect(await screen.findByText('Waiting for approval')).toBeTruthy();
    expect(screen.getByText(/^This comment was removed.*It names or shows a child\.$/)).toBeTruthy();
    expect(screen.getByText('Please leave it out.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  });
});

describe('what others wrote', () => {
  it('a comment is reported with a reason, once', async () => {
    const [one] = (server.comments = [comment({ author: { name: 'kit', standing: null } })]);
    site.on(catalog.reportComment, () => {});
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Report the comment by kit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a comment' }));
    await user.click(dialog.getByRole('radio', { name: 'It is unkind' }));
    await user.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText('Reported')).toBeTruthy();
    expect(site.calls(catalog.reportComment)).toMatchObject([
      { params: { id: one!.id }, body: { fault: 'unkind' } },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
  });

  it('a report is remembered for its reporter only', async () => {
    server.comments = [comment({ author: { name: 'kit', standing: null } })];
    site.on(catalog.reportComment, () => {});
    const { unmount } = await visit();
    const report = async () => {
      await user.click(await screen.findByRole('button', { name: 'Report the comment by kit' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Report a comment' }));
      await user.click(dialog.getByRole('button', { name: 'Report' }));
      await screen.findByText('Reported');
    };
    await report();
    unmount();
    await act(() => signOut());
    const { unmount: leave } = await visit(MIRA);
    await report();
    leave();
    await visit(MIRA);
    expect(await screen.findByText('Reported')).toBeTruthy();
    expect(site.count(catalog.reportComment)).toBe(2);
  });

  it('a comment is removed with a reason by those who may, and the focus is not lost', async () => {
    const [one] = (server.comments = [comment({ author: { name: 'kit', standing: null }, revision: 3 })]);
    const { unmount } = await visit(OLIVE);
    await screen.findByRole('button', { name: /^Report/ });
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    unmount();
    server.mayRemove = true;
    site.on(catalog.decideComment, () => failure('CONFLICT', 'Ruth has approved this comment.'));
    await visit(OLIVE);
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remove the comment by kit' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove this comment?' }));
      await user.click(dialog.getByRole('radio', { name: 'It is unkind' }));
      await user.clear(dialog.getByRole('textbox'));
      await user.type(dialog.getByRole('textbox'), 'Please ask.');
      await user.click(dialog.getByRole('button', { name: 'Remove' }));
    };
    await remove();
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this comment?' }));
    expect(await dialog.findByText('Ruth has approved this comment.')).toBeTruthy();
    expect(dialog.getByDisplayValue('Please ask.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    site.on(catalog.decideComment, () => {
      server.comments = [];
      return { comment: moderated({ id: one!.id }) };
    });
    await remove();
    expect(await screen.findByText('Nobody has written a comment yet.')).toBeTruthy();
    expect(site.calls(catalog.decideComment).at(-1)).toMatchObject({
      params: { id: one!.id },
      body: { decision: 'remove', fault: 'unkind', note: 'Please ask.', revision: 3 },
    });
    const heading = await screen.findByRole('heading', { name: 'Comments' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('an author is muted next to a removal, but no superadmin is', async () => {
    server.mayRemove = true;
    server.comments = [
      comment({ author: { id: MIRA.id, name: 'kit', standing: null } }),
      comment({ author: { id: TEO.id, name: 'ruth', standing: 'superadmin' } }),
    ];
    site.on(catalog.muteAuthor, ({ body }) => body);
    await visit(OLIVE);
    await user.click(await screen.findByRole('button', { name: 'Mute kit' }));
    expect(screen.queryByRole('button', { name: 'Mute ruth' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Comments by kit' }));
    // Nobody knows here whether the author is muted already.
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^Refused/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(site.calls(catalog.muteAuthor)).toMatchObject([
      { params: { id: MIRA.id }, body: { mute: 'refused' } },
    ]);
  });

  it('only those who may reply do, and the reply has the focus', async () => {
    server.comments = [comment()];
    const { unmount } = await visit();
    expect(await screen.findByRole('button', { name: /^Report/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reply to mira' })).toBeNull();
    unmount();
    server.writing = { ...server.writing, mayReply: true };
    await visit(OLIVE);
    await user.click(await screen.findByRole('button', { name: 'Reply to mira' }));
    await user.type(screen.getByRole('textbox', { name: 'Your reply to mira' }), 'Thank you.');
    await user.click(screen.getAllByRole('button', { name: 'Send' }).at(-1)!);
    const replies = await screen.findByRole('list', { name: 'Replies to mira' });
    await waitFor(() => expect(document.activeElement).toBe(within(replies).getByRole('article')));
    expect(site.bodies(catalog.createComment)).toMatchObject([
      { parentId: server.comments[0]!.id, text: 'Thank you.' },
    ]);
  });

  it('comments are closed and opened by those who may', async () => {
    server.writing = { ...server.writing, mayReply: true };
    site.on(catalog.closeComments, ({ body }) => {
      server.isClosed = body.isClosed;
      server.writing = { ...server.writing, state: body.isClosed ? 'closed' : 'open' };
      return body;
    });
    await visit(OLIVE);
    await user.click(await screen.findByRole('button', { name: 'Close comments' }));
    expect(await screen.findByText('Nobody can write comments here any more.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Open comments' }));
    expect(await field()).toBeTruthy();
  });
});

describe('a list that cannot be read', () => {
  it('comments that failed to load say why and are loaded again', async () => {
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Too many requests.')).toBeTruthy();
    server.comments = [comment({ text: 'Here' })];
    site.on(LIST, listAll);
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Here')).toBeTruthy();
  });
});
