import { catalog } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { moderated } from '../../testing/moderation.ts';
import type { TestSite } from '../../testing/site.ts';
import {
  DECIDE,
  DECIDE_MANY,
  decided,
  endModeration,
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
