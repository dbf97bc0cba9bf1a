import { catalog } from '@larksong/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { invalidate } from '../../api/invalidate.ts';
import { writeTokens } from '../../api/tokens.ts';
import { MIRA, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { comment, ownComment } from '../../testing/comments.ts';
import { renderSite } from '../../testing/render.tsx';
import type { TestSite } from '../../testing/site.ts';
import { signIn, signOut, startSession } from '../auth/session.ts';
import { endTalk, field, listAll, send, server, SONG, startTalk, texts, user, visit } from './testing.ts';

const LIST = catalog.listComments;
const CREATE = catalog.createComment;
let site: TestSite;

beforeEach(async () => {
  site = await startTalk();
});
afterEach(() => endTalk(site));

describe('writing', () => {
  it('a comment is sent, announced and shown first, and the field has the focus and is empty', async () => {
    server.comments = [comment({ text: 'Older' })];
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
    server.writing = { ...server.writing, needsApproval: true };
    await visit();
    expect(await screen.findByText('Signed-in members see it once it has been approved.')).toBeTruthy();
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
    expect(site.bodies(CREATE)[3]).toEqual({ id: ids[0], text: 'We clap. And sing.' });
  });

  it('a text that has arrived although its answer was lost is not offered to be sent again', async () => {
    site.on(CREATE, ({ body }) => {
      server.comments = [ownComment(body)];
      return NO_ANSWER;
    });
    await visit();
    await user.type(await field(), 'We clap.');
    await send();
    await waitFor(() => expect(texts()).toEqual(['We clap.']));
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a text that is changed after its answer was lost becomes a change of the same comment', async () => {
    const taken = ownComment({ text: 'We clap.' });
    site.on(CREATE, () => NO_ANSWER);
    await visit();
    await user.type(await field(), 'We clap.');
    site.on(LIST, () => NO_ANSWER);
    await send();
    await screen.findByText(/Your text is still here\.$/);
    await waitFor(async () => expect((await field()).readOnly).toBe(false));
    site.on(LIST, listAll);
    server.comments = [taken];
    site.on(CREATE, () => ({ comment: taken }));
    site.on(catalog.updateComment, ({ body }) => {
      server.comments = [{ ...taken, text: body.text }];
      return { comment: server.comments[0]! };
    });
    await user.type(await field(), ' And sing.');
    await send();
    await waitFor(() => expect(texts()).toEqual(['We clap. And sing.']));
    expect(site.bodies(catalog.updateComment)).toEqual([{ text: 'We clap. And sing.' }]);
    const [first, second] = site.bodies(CREATE);
    expect(second?.id).toBe(first?.id);
    // The next text is another comment.
    await waitFor(async () => expect((await field()).value).toBe(''));
    await user.type(await field(), 'Twice.');
    await send();
    await waitFor(() => expect(site.count(CREATE)).toBe(3));
    expect(site.bodies(CREATE)[2]?.id).not.toBe(first?.id);
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
    ['unconfirmed', {}, /^Nobody has confirmed your account yet/],
    ['too-young', { from: '2026-12-01T10:00:00.000Z' }, /^Your account is new.*1 December 2026/],
    ['muted', {}, /do not accept comments from your account/],
    ['unknown', {}, /cannot be checked right now/],
  ] as const)(
    'if writing is %s in the middle of it, the page says so and keeps the text',
    async (state, more, sentence) => {
      await visit();
      await user.type(await field(), 'We clap.');
      site.on(CREATE, () => {
        server.writing = { ...server.writing, state, ...more };
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

it.each(['with the page open', 'after a reload'])(
  'a text about a video that is hidden is kept below the page that says so, %s',
  async (how) => {
    const { unmount } = await visit();
    await user.type(await field(), 'We clap.');
    site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
    if (how === 'after a reload') {
      unmount();
      renderSite(`/songs?v=${SONG.id}`);
    } else await act(() => invalidate(catalog.getVideo));
    await screen.findByRole('heading', { level: 1, name: 'This video does not exist.' });
    const kept = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /not sent/ });
    expect(kept.value).toBe('We clap.');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  },
);

it('below the page of a hidden video, members find only what they wrote themselves', async () => {
  const { unmount } = await visit();
  await user.type(await field(), 'Of Teo');
  unmount();
  await act(() => signOut());
  await visit(MIRA);
  await user.type(await field(), 'Of Mira');
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
  await act(() => invalidate(catalog.getVideo));
  await screen.findByRole('heading', { level: 1, name: 'This video does not exist.' });
  const kept = await screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: /not sent/ });
  expect(kept.map(({ value }) => value)).toEqual(['Of Mira']);
});

describe('a reply that is being written', () => {
  const kept = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply, which was not sent' });
  let parent: catalog.Comment;
  let stop: () => void;

  afterEach(() => stop());

  beforeEach(async () => {
    parent = comment();
    server.comments = [parent];
    server.writing = { ...server.writing, mayReply: true };
    stop = startSession();
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Reply to mira' }));
    await user.type(screen.getByRole('textbox', { name: 'Your reply to mira' }), 'Thank you.');
  });
  const refetch = () => act(() => invalidate(LIST));

  it.each([
    ['the teacher is demoted', { mayReply: false }],
    ['comments are closed', { state: 'closed' as const }],
  ])('is kept when %s, and can be given up', async (_, change) => {
    server.writing = { ...server.writing, ...change };
    await refetch();
    expect((await kept()).value).toBe('Thank you.');
    expect((await kept()).readOnly).toBe(true);
    expect(screen.getByText('You cannot reply here now.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByDisplayValue('Thank you.')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '1 comment' }));
  });

  it('is kept above the comments when its parent is deleted, and is a reply again when that comes back', async () => {
    server.comments = [];
    await refetch();
    expect((await kept()).value).toBe('Thank you.');
    expect(screen.getByText(/^The comment that this belongs to is not shown/)).toBeTruthy();
    server.comments = [parent];
    await refetch();
    const form = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply to mira' });
    expect(form.value).toBe('Thank you.');
  });

  it('is kept when comments are turned off', async () => {
    site.on(LIST, () => failure('NOT_FOUND'));
    await refetch();
    expect((await kept()).value).toBe('Thank you.');
    expect(screen.getByText('There are no comments here any more.')).toBeTruthy();
  });

  it('is kept when the session has ended', async () => {
    act(() => writeTokens(null)); // as a refused refresh does
    expect((await kept()).value).toBe('Thank you.');
  });
});

it('the change of a comment that vanishes meanwhile is kept', async () => {
  server.comments = [ownComment({ text: 'We clap' })];
  await visit();
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await user.type(screen.getByRole('textbox', { name: 'Your comment, changed' }), ' and sing');
  server.comments = [];
  await act(() => invalidate(LIST));
  const kept = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Your change, which was not sent',
  });
  expect(kept.value).toBe('We clap and sing');
});
