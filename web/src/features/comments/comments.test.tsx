import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { writeTokens } from '../../api/tokens.ts';
import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { comment, OPEN_WRITING, ownComment } from '../../testing/comments.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut, startSession } from '../auth/session.ts';

const user = userEvent.setup();
// Nothing plays here.
const SONG = video({ title: 'Five Ducks', status: 'failed', playable: false });
const LIST = catalog.listComments;
const CREATE = catalog.createComment;
let site: TestSite;
/** The server's comments, as this viewer sees them, and what it says about writing. */
let comments: catalog.Comment[];
let writing: catalog.Writing;
let isClosed: boolean;
let hasComments: boolean;

beforeEach(async () => {
  sessionStorage.clear();
  comments = [];
  writing = { ...OPEN_WRITING };
  isClosed = false;
  hasComments = true;
  site = await startSite();
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
  site.on(catalog.getVideo, ({ bearer }) => ({
    video: SONG,
    ...(bearer !== null && hasComments && { hasComments: true }),
  }));
  site.on(LIST, () => ({
    comments,
    nextCursor: null,
    count: comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0),
    writing,
    isClosed,
    mayClose: writing.mayReply,
  }));
  site.on(CREATE, ({ body }) => {
    const state = writing.needsApproval ? ('waiting' as const) : ('shown' as const);
    const written = ownComment({ id: body.id, text: body.text, state });
    if (body.parentId === undefined) comments = [written, ...comments];
    else comments.find(({ id }) => id === body.parentId)?.replies.push(written);
    return { comment: written };
  });
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** Opens the song as a member, and waits for its comments. */
async function visit(as = TEO) {
  act(() => signIn({ ...tokensOf(as), user: as }));
  const rendered = renderSite(`/songs?v=${SONG.id}`);
  await screen.findByRole('heading', { name: /^(?:Comments|\d+ comments?)$/ });
  return rendered;
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' });
const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
const texts = () =>
  screen.queryAllByRole('article').map((article) => article.querySelector('div > p')?.textContent);

describe('who sees comments', () => {
  it('a visitor gets neither comments nor their code', async () => {
    renderSite(`/songs?v=${SONG.id}`);
    await screen.findByRole('heading', { level: 1, name: 'Five Ducks' });
    await waitFor(() => expect(site.count(catalog.listRelatedVideos)).toBe(1));
    expect(site.count(LIST)).toBe(0);
    expect(screen.queryByText(/comment/i)).toBeNull();
  });

  it('a member of a site without comments asks for none', async () => {
    hasComments = false;
    act(() => signIn({ ...tokensOf(TEO), user: TEO }));
    renderSite(`/songs?v=${SONG.id}`);
    await screen.findByRole('button', { name: 'Add to a list' });
    expect(site.count(LIST)).toBe(0);
  });

  it('a member reads the newest first, with line breaks, replies and standing', async () => {
    const reply = comment({ text: 'Thank you.', author: { name: 'olive', standing: 'superadmin' } });
    comments = [comment({ text: 'Two\nlines', replies: [reply] }), comment({ text: 'Older' })];
    await visit();
    await screen.findByRole('heading', { name: '3 comments' });
    expect(texts()).toEqual(['Two\nlines', 'Thank you.', 'Older']);
    const replies = screen.getByRole('list', { name: 'Replies to mira' });
    expect(within(replies).getByText('Superadmin')).toBeTruthy();
    expect(screen.getByText('Older').getAttribute('dir')).toBe('auto');
  });

  it('addresses and code are plain text', async () => {
    const text = 'https://lark.example <img src=x onerror=alert(1)> <b>bold</b>';
    comments = [comment({ text })];
    await visit();
    expect((await screen.findByText(text)).childElementCount).toBe(0);
  });

  it('more comments are fetched by the cursor', async () => {
    const [newer, older] = [comment({ text: 'Newer' }), comment({ text: 'Older' })];
    site.on(LIST, ({ query }) => ({
      comments: query.cursor === 'next' ? [older] : [newer],
      nextCursor: query.cursor === 'next' ? null : 'next',
      count: 2,
      writing,
      isClosed,
      mayClose: false,
    }));
    await visit();
    await user.click(await screen.findByRole('button', { name: 'More comments' }));
    await waitFor(() => expect(texts()).toEqual(['Newer', 'Older']));
    expect(screen.queryByRole('button', { name: 'More comments' })).toBeNull();
  });

  it('an author sees a waiting comment as waiting, and why one was removed', async () => {
    comments = [
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

describe('writing', () => {
  it('a comment is sent, announced and shown first, and the field has the focus and is empty', async () => {
    comments = [comment({ text: 'Older' })];
    await visit();
    await user.type(await field(), 'We clap.');
    expect(screen.getByText('Grown-ups only. Please write no names of children.')).toBeTruthy();
    await send();
    await waitFor(() => expect(texts()).toEqual(['We clap.', 'Older']));
    expect(await screen.findByText('Your comment is published.')).toBeTruthy();
    expect((await field()).value).toBe('');
    expect(document.activeElement).toBe(await field());
    expect(screen.getByRole('heading', { name: '2 comments' })).toBeTruthy();
  });

  it('where comments are approved, the author is told so before and after sending', async () => {
    writing = { ...writing, needsApproval: true };
    await visit();
    expect(await screen.findByText('Everybody sees it once it has been approved.')).toBeTruthy();
    await user.type(await field(), 'We clap.');
    await send();
    expect(await screen.findByText('Waiting for approval')).toBeTruthy();
    expect(screen.getByText('Your comment was sent. It waits for approval.')).toBeTruthy();
  });

  it('characters are counted as readers count them, and more than 500 are not sent', async () => {
    await visit();
    await user.click(await field());
    await user.paste('👩‍👩‍👧‍👦é');
    expect(screen.getByText('2 of 500')).toBeTruthy();
    await user.paste('a'.repeat(499));
    expect(screen.getByText('1 character too many')).toBeTruthy();
    await send();
    expect((await screen.findByRole('alert')).textContent).toMatch(/too long/);
    expect(site.count(CREATE)).toBe(0);
    expect((await field()).value).toHaveLength('👩‍👩‍👧‍👦é'.length + 499);
  });

  it('a text whose sending failed stays, and is sent again with the same id', async () => {
    site.on(CREATE, () => NO_ANSWER);
    const { unmount } = await visit();
    await user.type(await field(), 'We clap.');
    await send();
    expect((await screen.findByRole('alert')).textContent).toMatch(/Your text is still here\.$/);
    await send();
    await waitFor(() => expect(site.count(CREATE)).toBe(2));
    await waitFor(async () => expect((await field()).readOnly).toBe(false));
    unmount();
    await visit();
    expect((await field()).value).toBe('We clap.');
    await send();
    await waitFor(() => expect(site.count(CREATE)).toBe(3));
    const ids = site.bodies(CREATE).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    await waitFor(async () => expect((await field()).readOnly).toBe(false));
    await user.type(await field(), ' And sing.');
    await send();
    await waitFor(() => expect(site.count(CREATE)).toBe(4));
    expect(site.bodies(CREATE)[3]?.id).not.toBe(ids[0]);
  });

  it('the draft of one member is not given to another', async () => {
    const { unmount } = await visit();
    await user.type(await field(), 'Of Teo');
    unmount();
    await act(() => signOut());
    await visit(MIRA);
    expect((await field()).value).toBe('');
  });

  it.each([
    ['closed', {}, /^Nobody can write comments here any more/],
    ['unverified', {}, /^Verify your email address before you write/],
    ['too-young', { from: '2026-12-01T10:00:00.000Z' }, /^Your account is new.*1 December 2026/],
    ['muted', {}, /do not accept comments from your account/],
    ['unknown', {}, /cannot be checked right now/],
  ] as const)(
    'if writing is %s in the middle of it, the page says so and keeps the text',
    async (state, more, sentence) => {
      await visit();
      await user.type(await field(), 'We clap.');
      site.on(CREATE, () => {
        writing = { ...writing, state, ...more };
        return failure('FORBIDDEN', 'No longer.');
      });
      await send();
      expect(await screen.findByText(sentence)).toBeTruthy();
      const kept = screen.getByRole<HTMLTextAreaElement>('textbox', {
        name: 'Your text, which was not sent',
      });
      expect([kept.value, kept.readOnly]).toEqual(['We clap.', true]);
      expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    },
  );

  it('a text is kept when comments are turned off or the video vanishes in the middle of it', async () => {
    await visit();
    await user.type(await field(), 'We clap.');
    for (const endpoint of [CREATE, LIST]) site.on(endpoint, () => failure('VIDEO_NOT_FOUND'));
    await send();
    const kept = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /not sent/ });
    expect(kept.value).toBe('We clap.');
    expect(screen.getByText('There are no comments here any more.')).toBeTruthy();
  });

  it('a text is still there after the session has ended and begun again', async () => {
    onTestFinished(startSession());
    await visit();
    await user.type(await field(), 'We clap.');
    act(() => writeTokens(null)); // as a refused refresh does
    expect(await screen.findByText(/^You are signed out/)).toBeTruthy();
    expect(screen.getByDisplayValue('We clap.')).toBeTruthy();
    act(() => signIn({ ...tokensOf(TEO), user: TEO }));
    expect((await field()).value).toBe('We clap.');
  });
});

describe('own comments', () => {
  it('a comment is changed within its time', async () => {
    comments = [ownComment({ text: 'We clap' })];
    site.on(catalog.updateComment, ({ body }) => {
      comments = [{ ...comments[0]!, text: body.text, editedAt: new Date().toISOString() }];
      return { comment: comments[0]! };
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
    comments = [ownComment({ text: 'We clap', editableUntil: new Date(Date.now() - 1).toISOString() })];
    site.on(catalog.deleteComment, () => {
      comments = [];
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

  it('what was changed is given up only after a question', async () => {
    comments = [ownComment({ text: 'We clap' })];
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(screen.getByRole('textbox', { name: 'Your comment, changed' }), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByDisplayValue('We clap!')).toBeTruthy();
  });
});

describe('what others wrote', () => {
  it('a comment is reported with a reason, once', async () => {
    const [one] = (comments = [comment({ author: { name: 'kit', standing: null } })]);
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

  it('only those who may reply do, and the reply has the focus', async () => {
    comments = [comment()];
    const { unmount } = await visit();
    expect(await screen.findByRole('button', { name: /^Report/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reply to mira' })).toBeNull();
    unmount();
    writing = { ...writing, mayReply: true };
    await visit(OLIVE);
    await user.click(await screen.findByRole('button', { name: 'Reply to mira' }));
    await user.type(screen.getByRole('textbox', { name: 'Your reply to mira' }), 'Thank you.');
    await user.click(screen.getAllByRole('button', { name: 'Send' }).at(-1)!);
    const replies = await screen.findByRole('list', { name: 'Replies to mira' });
    await waitFor(() => expect(document.activeElement).toBe(within(replies).getByRole('article')));
    expect(site.bodies(CREATE)).toMatchObject([{ parentId: comments[0]!.id, text: 'Thank you.' }]);
  });

  it('comments are closed and opened by those who may', async () => {
    writing = { ...writing, mayReply: true };
    site.on(catalog.closeComments, ({ body }) => {
      ({ isClosed } = body);
      writing = { ...writing, state: isClosed ? 'closed' : 'open' };
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
    comments = [comment({ text: 'Here' })];
    site.on(at(LIST, { id: SONG.id }), () => ({
      comments,
      nextCursor: null,
      count: 1,
      writing,
      isClosed,
      mayClose: false,
    }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Here')).toBeTruthy();
  });
});
