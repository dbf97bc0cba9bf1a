import { catalog } from '@larksong/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { moderated } from '../../testing/moderation.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, type TestSite } from '../../testing/site.ts';
import { signIn } from '../auth/session.ts';
import {
  current,
  DECIDE,
  DECIDE_MANY,
  decided,
  endModeration,
  focused,
  isReady,
  LIST,
  lists,
  startModeration,
  texts,
  user,
  visit,
} from './testing.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startModeration();
});
afterEach(() => endModeration(site));

describe('the keyboard', () => {
  it('three comments are approved by three presses of one key, and then the heading has the focus', async () => {
    const ids = lists.waiting.map(({ id }) => id);
    await visit();
    await isReady();
    await user.keyboard('a');
    await waitFor(() => expect(focused()).toBe('Ducks'));
    await user.keyboard('a');
    await waitFor(() => expect(focused()).toBe('Foxes'));
    await user.keyboard('a');
    await screen.findByRole('heading', { name: 'Nothing is waiting' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments'));
    await waitFor(() =>
      expect(site.calls(DECIDE).map(({ params, body }) => [params.id, body])).toEqual(
        ids.map((id) => [id, { decision: 'approve', revision: 0 }]),
      ),
    );
    expect(await screen.findByText('1 comment is shown.')).toBeTruthy();
  });

  it('arrows and letters move, and the focus of a press moves along', async () => {
    await visit();
    await isReady();
    await user.keyboard('j');
    expect(focused()).toBe('Ducks');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(current()).toBe('Foxes');
    await user.keyboard('k');
    expect(current()).toBe('Ducks');
    await user.click(screen.getAllByRole('checkbox', { name: 'Select the comment by mira' })[0]!);
    expect(current()).toBe('Bees');
  });

  it('a comment is removed with a reason and a sentence', async () => {
    const [, ducks] = lists.waiting;
    await visit();
    await isReady();
    await user.keyboard('js');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this comment?' }));
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'It names or shows a child' }));
    await user.click(dialog.getByRole('radio', { name: 'It is an advertisement' }));
    // Letters are text here.
    await user.type(dialog.getByRole('textbox'), ' Please ask as a teacher. ');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(texts()).toEqual(['Bees', 'Foxes']));
    await waitFor(() => expect(focused()).toBe('Foxes'));
    await waitFor(() =>
      expect(site.calls(DECIDE)).toMatchObject([
        {
          params: { id: ducks!.id },
          body: {
            decision: 'refuse',
            fault: 'advertisement',
            note: 'Please ask as a teacher.',
            revision: 0,
          },
        },
      ]),
    );
  });

  it('selected comments are decided together after a question', async () => {
    await visit();
    await isReady();
    await user.keyboard('xjxa');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Approve 2' }));
    await waitFor(() => expect(texts()).toEqual(['Foxes']));
    expect(await screen.findByText('2 comments are shown.')).toBeTruthy();
    expect(site.count(DECIDE_MANY)).toBe(1);
  });
});

describe('a decision that was not taken', () => {
  it('the second of two moderators is told who was faster, and the comment leaves the list', async () => {
    const [bees] = lists.waiting;
    const sentence = 'Olive has approved this comment in the meantime.';
    site.on(at(DECIDE, { id: bees!.id }), () => {
      decided(bees!.id);
      return failure('CONFLICT', sentence);
    });
    await visit();
    await isReady();
    await user.keyboard('a');
    const alert = within(await screen.findByRole('alert'));
    expect(await alert.findByText(sentence, { exact: false })).toBeTruthy();
    await waitFor(() => expect(texts()).toEqual(['Ducks', 'Foxes']));
    await user.click(screen.getByRole('button', { name: 'Hide the message about mira: Bees' }));
    expect(screen.queryByText(sentence, { exact: false })).toBeNull();
  });

  it('of many decisions, those that were overtaken are told', async () => {
    const [bees] = lists.waiting;
    site.on(DECIDE_MANY, ({ body }) => ({
      outcomes: body.comments.map(({ id }) => {
        decided(id);
        const isTaken = id !== bees!.id;
        return {
          id,
          outcome: isTaken ? ('done' as const) : ('overtaken' as const),
          reason: null,
          values: {},
        };
      }),
    }));
    await visit();
    await isReady();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Approve 3' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve 3' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^mira: BeesSomebody else has decided/);
    expect(await screen.findByText('2 comments are shown.')).toBeTruthy();
  });

  it('a comment comes back with a message when the site cannot be reached', async () => {
    site.on(DECIDE, () => failure('UNAVAILABLE', 'The site is not available.'));
    await visit();
    await isReady();
    await user.keyboard('a');
    expect(await screen.findByText('The site is not available.', { exact: false })).toBeTruthy();
    await waitFor(() => expect(texts()).toEqual(['Bees', 'Ducks', 'Foxes']));
  });
});

describe('the lists', () => {
  it('reported comments say for what and how often, and are kept or removed', async () => {
    lists.reported = [
      moderated({ text: 'Owls', state: 'shown', heldBy: null, reports: [{ fault: 'unkind', count: 2 }] }),
    ];
    const { address } = await visit();
    await user.click(await screen.findByRole('button', { name: 'Reported 1' }));
    expect(await screen.findByText('It is unkind × 2')).toBeTruthy();
    expect(address()).toBe('/comments?list=reported');
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText('Nothing is reported')).toBeTruthy();
  });

  it('removed comments say by whom and why, and are restored but not removed again', async () => {
    const removal = { fault: 'other', note: 'Wrong song.' } as const;
    const at = new Date().toISOString();
    lists.removed = [moderated({ text: 'Owls', state: 'removed', removal, decided: { at, by: 'Olive' } })];
    await visit('/comments?list=removed');
    expect(await screen.findByText(/^Removed by Olive/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await user.keyboard('s');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Nothing has been removed')).toBeTruthy();
  });

  it('a changed comment shows both texts, and a reply what it replies to', async () => {
    lists.waiting = [
      moderated({
        text: 'Before',
        waitingText: 'After',
        parent: { authorName: 'kit', text: 'A question' },
        heldBy: 'words',
      }),
    ];
    await visit();
    for (const text of ['Before', 'After', 'A question', 'Reply to kit:', 'A word of the list'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('of a changed comment, only the change is refused, and what was refused can be read', async () => {
    const refused = { text: 'Says Mia', fault: 'names-child' as const, note: '' };
    lists.waiting = [moderated({ text: 'Before', waitingText: 'After', state: 'shown', refused })];
    await visit();
    expect(await screen.findByText('Says Mia')).toBeTruthy();
    expect(screen.getByText('Change that was refused (It names or shows a child):')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Refuse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this change?' }));
    expect(dialog.getByText(/^Its writer reads the reason. The text from before stays/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('1 change is refused.')).toBeTruthy();
    expect(site.bodies(DECIDE)).toEqual([{ decision: 'refuse', fault: 'names-child', revision: 0 }]);
  });

  it('a reported comment is removed as a whole', async () => {
    lists.reported = [moderated({ text: 'Before', waitingText: 'After', state: 'shown' })];
    await visit('/comments?list=reported');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this comment?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(site.bodies(DECIDE)).toMatchObject([{ decision: 'remove' }]));
  });

  it('an author is muted by a superadmin', async () => {
    site.on(catalog.muteAuthor, ({ body }) => body);
    await visit();
    await isReady();
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Comments by mira' }));
    await user.click(dialog.getByRole('radio', { name: /^Refused/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(site.calls(catalog.muteAuthor)).toMatchObject([
      { params: { id: MIRA.id }, body: { mute: 'refused' } },
    ]);
  });
});

describe('who decides', () => {
  it('a teacher approves, but neither removes nor mutes', async () => {
    lists.waiting = [moderated({ text: 'Bees', mayRemove: false })];
    await visit('/comments', TEO);
    await isReady();
    await user.keyboard('sm');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Remove$|Mute)/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Status page' })).toBeNull();
    await user.keyboard('a');
    await waitFor(() => expect(site.count(DECIDE)).toBe(1));
  });

  it('the menu says how many comments wait, those that were reported included', async () => {
    lists.reported = [moderated({ state: 'shown' })];
    await visit();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('link', { name: 'Comments 4 wait' })).toBeTruthy();
  });

  it('teachers of a site without comments find no link, and superadmins how to turn them on', async () => {
    site.on(LIST, () => failure('NOT_FOUND'));
    const { unmount } = await visit('/comments', TEO);
    expect(await screen.findByText('Comments are off')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await screen.findByRole('link', { name: 'Upload Video' });
    expect(screen.queryByRole('link', { name: 'Comments' })).toBeNull();
    unmount();
    await visit();
    expect((await screen.findByRole('link', { name: 'Settings of comments' })).getAttribute('href')).toBe(
      '/status#comment-settings',
    );
  });

  it('members are told that the page is not for them', async () => {
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    renderSite('/comments');
    expect(await screen.findByText('Superadmin required')).toBeTruthy();
    expect(site.count(LIST)).toBe(0);
  });
});
