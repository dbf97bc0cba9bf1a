import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { moderated } from '../../testing/moderation.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const LIST = catalog.listModeration;
const DECIDE = catalog.decideComment;
const DECIDE_MANY = catalog.decideComments;
const user = userEvent.setup();
let site: TestSite;
/** The server's comments, by list. */
let lists: Record<catalog.ModerationList, catalog.ModeratedComment[]>;

function decided(id: string): catalog.ModeratedComment {
  const all = Object.values(lists).flat();
  for (const list of catalog.MODERATION_LISTS) lists[list] = lists[list].filter((one) => one.id !== id);
  return all.find((one) => one.id === id)!;
}

beforeEach(async () => {
  lists = {
    waiting: ['Bees', 'Ducks', 'Foxes'].map((text) => moderated({ text })),
    reported: [],
    removed: [],
  };
  site = await startSite();
  site.on(LIST, ({ query }) => ({
    comments: lists[catalog.MODERATION_LISTS.find((one) => one === query.list) ?? 'waiting'],
    nextCursor: null,
    counts: {
      waiting: lists.waiting.length,
      reported: lists.reported.length,
      removed: lists.removed.length,
    },
  }));
  site.on(DECIDE, ({ params }) => ({ comment: decided(params.id) }));
  site.on(DECIDE_MANY, ({ body }) => ({
    outcomes: body.comments.map(({ id }) => {
      decided(id);
      return { id, outcome: 'done' as const, reason: null, values: {} };
    }),
  }));
});

afterEach(async () => {
  await act(() => signOut());
  sessionStorage.clear();
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(path = '/comments', as = OLIVE) {
  act(() => signIn({ ...tokensOf(as), user: as }));
  const rendered = renderSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Comments' });
  return rendered;
}

const textOf = (article: Element | null | undefined) =>
  article?.querySelector(':scope > p:last-child')?.textContent;
const current = () => textOf(document.querySelector('article[aria-current]'));
const focused = () => textOf(document.activeElement);
const texts = () => screen.queryAllByRole('article').map(textOf);
const isReady = () => waitFor(() => expect(current()).toBe('Bees'));

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

describe('a removal that fails', () => {
  const NAME = 'Remove this comment?';
  const openDialog = async () => {
    await user.keyboard('s');
    return within(await screen.findByRole('dialog', { name: NAME }));
  };

  it('leaves the dialog open with its sentence, and is sent again', async () => {
    site.on(DECIDE, () => failure('UNAVAILABLE', 'The site is not available.'));
    await visit();
    await isReady();
    const dialog = await openDialog();
    await user.type(dialog.getByRole('textbox'), 'Please ask.');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('The site is not available.')).toBeTruthy();
    expect(dialog.getByDisplayValue('Please ask.')).toBeTruthy();
    expect(texts()).toEqual(['Bees', 'Ducks', 'Foxes']);
    site.on(DECIDE, ({ params }) => ({ comment: decided(params.id) }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(texts()).toEqual(['Ducks', 'Foxes']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(site.bodies(DECIDE).at(-1)).toMatchObject({ note: 'Please ask.' });
  });

  it('opens the dialog again that was closed in the meantime', async () => {
    let fail: (() => void) | undefined;
    site.on(DECIDE, async () => {
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      return failure('UNAVAILABLE', 'The site is not available.');
    });
    await visit();
    await isReady();
    const dialog = await openDialog();
    await user.type(dialog.getByRole('textbox'), 'Please ask.');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(fail).toBeTruthy());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    fail?.();
    const again = within(await screen.findByRole('dialog', { name: NAME }));
    expect(await again.findByText('The site is not available.')).toBeTruthy();
    expect(again.getByDisplayValue('Please ask.')).toBeTruthy();
  });
});

describe('many decisions that were half taken', () => {
  const decideAll = async () => {
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    const count = lists.waiting.length;
    await user.click(screen.getByRole('button', { name: `Approve ${count}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: `Approve ${count}` }));
  };

  it('only the part that failed is told, and the list is read again', async () => {
    lists.waiting = Array.from({ length: catalog.MAX_DECISIONS + 2 }, (_, index) =>
      moderated({ text: `Song ${index}` }),
    );
    const kept = lists.waiting.slice(-2);
    site.on(DECIDE_MANY, ({ body }) => {
      if (body.comments.length === 2) return failure('UNAVAILABLE', 'Away.');
      return {
        outcomes: body.comments.map(({ id }) => {
          decided(id);
          return { id, outcome: 'done' as const, reason: null, values: {} };
        }),
      };
    });
    await visit();
    const reads = site.count(LIST);
    await decideAll();
    expect(await screen.findByText(`${catalog.MAX_DECISIONS} comments are shown.`)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Hide the message/ })).toHaveLength(2);
    await waitFor(() => expect(texts()).toEqual(kept.map(({ text }) => text)));
    expect(site.count(LIST)).toBeGreaterThan(reads);
  });

  it('one that failed in the server is told and stays, the others count', async () => {
    const [bees] = lists.waiting;
    site.on(DECIDE_MANY, ({ body }) => ({
      outcomes: body.comments.map(({ id }) => {
        if (id === bees!.id) return { id, outcome: 'failed' as const, reason: null, values: {} };
        decided(id);
        return { id, outcome: 'done' as const, reason: null, values: {} };
      }),
    }));
    await visit();
    await isReady();
    await decideAll();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^mira: BeesSomething went wrong/);
    expect(await screen.findByText('2 comments are shown.')).toBeTruthy();
    await waitFor(() => expect(texts()).toEqual(['Bees']));
  });

  it('if nothing was decided, the question stays, and the list is read again: the answer may have been lost', async () => {
    site.on(DECIDE_MANY, ({ body }) => {
      for (const { id } of body.comments) decided(id);
      return failure('UNAVAILABLE', 'Away.');
    });
    await visit();
    await isReady();
    await decideAll();
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Away.')).toBeTruthy();
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
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
