import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { pendingVideo } from '../../testing/approvals.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const DECIDE = catalog.decideApproval;
const user = userEvent.setup();
let site: TestSite;
/** The server's videos. */
let videos: catalog.PendingVideo[];
let isOn: boolean;

beforeEach(async () => {
  isOn = true;
  videos = ['Bees', 'Ducks', 'Foxes'].map((title) => pendingVideo({ title }));
  site = await startSite();
  site.on(catalog.listApprovals, ({ query }) => {
    const sentBack = videos.filter(({ approval }) => approval.state === 'sent_back');
    const waiting = videos.filter((one) => !sentBack.includes(one));
    return {
      videos: query.list === 'sent_back' ? sentBack : waiting,
      nextCursor: null,
      counts: { waiting: waiting.length, sentBack: sentBack.length },
      isOn,
    };
  });
  site.on(DECIDE, ({ params }) => {
    const video = videos.find(({ id }) => id === params.id)!;
    videos = videos.filter((one) => one !== video);
    return { video };
  });
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(path = '/approvals') {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  const rendered = renderSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Approvals' });
  return rendered;
}

const heads = () => screen.queryAllByRole('button', { expanded: true });
const currentTitle = () => heads()[0]?.querySelector('strong')?.textContent;
const focusedTitle = () => document.activeElement?.querySelector('strong')?.textContent;
const titles = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent);
const decisions = () => site.calls(DECIDE).map(({ params, body }) => ({ id: params.id, ...body }));

describe('the keyboard', () => {
  it('three videos are approved by three presses of one key, and then the heading has the focus', async () => {
    const [bees, ducks, foxes] = videos;
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('a');
    await waitFor(() => expect(focusedTitle()).toBe('Ducks'));
    await user.keyboard('a');
    await waitFor(() => expect(focusedTitle()).toBe('Foxes'));
    await user.keyboard('a');
    await screen.findByRole('heading', { name: 'Nothing is waiting' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Approvals'));
    const approved = (video: catalog.PendingVideo | undefined) => ({
      id: video?.id,
      decision: 'approve',
      revision: 0,
    });
    await waitFor(() => expect(decisions()).toEqual([bees, ducks, foxes].map(approved)));
    expect(await screen.findByText('Foxes is approved.')).toBeTruthy();
  });

  it('arrows and letters move from video to video', async () => {
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('j');
    expect(focusedTitle()).toBe('Ducks');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(currentTitle()).toBe('Foxes');
    await user.keyboard('k{ArrowUp}{ArrowUp}');
    expect(currentTitle()).toBe('Bees');
    expect(heads()).toHaveLength(1);
  });

  it('a video is sent back with a sentence, which may not be empty', async () => {
    const [, ducks] = videos;
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('js');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send back' }));
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(dialog.getByText(/^Write a sentence/)).toBeTruthy();
    // Letters are text here.
    await user.type(dialog.getByLabelText('What should be different?'), 'Please cut it at 0:40.');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    await waitFor(() => expect(titles()).toEqual(['Bees', 'Foxes']));
    expect(focusedTitle()).toBe('Foxes');
    expect(decisions()).toEqual([
      { id: ducks?.id, decision: 'send_back', note: 'Please cut it at 0:40.', revision: 0 },
    ]);
  });

  it('keys do nothing in the menu and with a control key', async () => {
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('{Control>}a{/Control}');
    screen.getByRole('button', { name: 'Menu' }).focus();
    await user.keyboard('a');
    expect(site.count(DECIDE)).toBe(0);
  });
});

describe('many at once', () => {
  it('selected videos are approved together after a question', async () => {
    const [bees, , foxes] = videos;
    await visit();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bees' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Foxes' }));
    expect(screen.getByText('2 videos selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Approve 2' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve 2' }));
    await waitFor(() => expect(titles()).toEqual(['Ducks']));
    expect(await screen.findByText('2 videos are approved.')).toBeTruthy();
    expect(new Set(decisions().map(({ id }) => id))).toEqual(new Set([bees?.id, foxes?.id]));
  });

  it('all videos are selected by one box and by the same box again none', async () => {
    await visit();
    const all = await screen.findByRole('checkbox', { name: 'Select all' });
    await user.click(all);
    expect(screen.getByText('3 videos selected')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: '3 videos selected' }));
    expect(screen.queryByRole('button', { name: /^Approve \d/ })).toBeNull();
  });
});

describe('a decision that was not taken', () => {
  it('the second of two superadmins is told who was faster, and the video leaves the list', async () => {
    const [bees] = videos;
    const sentence = 'Olive has approved this video in the meantime.';
    site.on(at(DECIDE, { id: bees!.id }), () => {
      videos = videos.filter((one) => one !== bees);
      return failure('CONFLICT', sentence);
    });
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('a');
    const alert = within(await screen.findByRole('alert'));
    expect(await alert.findByText(sentence, { exact: false })).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['Ducks', 'Foxes']));
    await user.click(screen.getByRole('button', { name: 'Hide the message about Bees' }));
    expect(screen.queryByText(sentence, { exact: false })).toBeNull();
  });

  it('a video comes back with a message when the site cannot be reached', async () => {
    site.on(DECIDE, () => failure('UNAVAILABLE', 'The site is not available.'));
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('a');
    expect(await screen.findByText('The site is not available.', { exact: false })).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['Bees', 'Ducks', 'Foxes']));
  });
});

describe('what a superadmin decides from', () => {
  it('a video says who may watch it once it is approved, and what was wrong before', async () => {
    videos = [
      pendingVideo(
        {
          title: 'Bees',
          description: 'With hands.',
          tags: [{ tagType: 'grade', tagValue: 'Grade 1' }],
          letters: ['B'],
        },
        { note: 'Too loud.', wantedVisibility: 'private', wantedPrivateUserId: TEO.id },
      ),
    ];
    await visit();
    expect(await screen.findByText('only its teacher')).toBeTruthy();
    for (const text of ['With hands.', 'Grade 1', 'B', 'Too loud.', '2:31'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('a wider visibility is told apart from a new video', async () => {
    videos = [pendingVideo({ visibility: 'registered', privateUserId: null }, { state: 'widening' })];
    await visit();
    expect(await screen.findByText('For more people')).toBeTruthy();
    expect(screen.getByText('people who are signed in').parentElement?.textContent).toBe(
      'Visible to now: people who are signed in. Once approved: everybody',
    );
  });

  it('a video is approved with changes of its title and visibility', async () => {
    const [bees] = videos;
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('e');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve with changes' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Public/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^Registered/ }));
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Bees in the garden');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(titles()).toEqual(['Ducks', 'Foxes']));
    expect(decisions()).toEqual([
      {
        id: bees?.id,
        decision: 'approve',
        revision: 0,
        changes: { title: 'Bees in the garden', visibility: 'registered' },
      },
    ]);
  });

  it('a refused change keeps the dialog open, with what was typed', async () => {
    site.on(DECIDE, () => failure('VALIDATION_FAILED', 'The title is too long.'));
    await visit();
    await waitFor(() => expect(currentTitle()).toBe('Bees'));
    await user.keyboard('e');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve with changes' }));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('The title is too long.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Bees!');
  });
});

describe('the lists', () => {
  it('the list of videos that were sent back has its own address and count', async () => {
    videos = [...videos, pendingVideo({ title: 'Owls' }, { state: 'sent_back', note: 'Too dark.' })];
    const { address } = await visit();
    await user.click(await screen.findByRole('button', { name: 'Sent back 1' }));
    await waitFor(() => expect(titles()).toEqual(['Owls']));
    expect(address()).toBe('/approvals?view=sent_back');
  });

  it('a list that failed to load says why and can be loaded again', async () => {
    site.on(catalog.listApprovals, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    site.on(catalog.listApprovals, () => ({
      videos,
      nextCursor: null,
      counts: { waiting: 3, sentBack: 0 },
      isOn,
    }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['Bees', 'Ducks', 'Foxes']));
  });

  it('approvals are turned off by a box, which says what the site has stored', async () => {
    site.on(catalog.putApprovals, ({ body }) => {
      ({ isOn } = body);
      return { isOn };
    });
    await visit();
    const box = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: /^New uploads of teachers wait/,
    });
    await expect.poll(() => box.disabled).toBe(false);
    await user.click(box);
    await screen.findByText('Saved.');
    expect(box.checked).toBe(false);
    site.on(catalog.putApprovals, () => failure('UNAVAILABLE', 'The site is read-only.'));
    await user.click(box);
    expect(await screen.findByText('The site is read-only.')).toBeTruthy();
    expect(box.checked).toBe(false);
  });

  it('the menu says how many videos wait', async () => {
    await visit();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('link', { name: 'Approvals 3 wait' })).toBeTruthy();
  });

  it('a teacher is told that the page is for superadmins', async () => {
    act(() => signIn({ ...tokensOf(TEO), user: TEO }));
    renderSite('/approvals');
    expect(await screen.findByText('Superadmin required')).toBeTruthy();
    expect(site.count(catalog.listApprovals)).toBe(0);
  });
});
