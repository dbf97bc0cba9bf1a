import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { moderated } from '../../testing/moderation.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

export const LIST = catalog.listModeration;
export const DECIDE = catalog.decideComment;
export const DECIDE_MANY = catalog.decideComments;
export const user = userEvent.setup();
/** The server's comments, by list. */
export const lists: Record<catalog.ModerationList, catalog.ModeratedComment[]> = {
  waiting: [],
  reported: [],
  removed: [],
};

/** Removes a comment from its list, and returns it. */
export function decided(id: string): catalog.ModeratedComment {
  const all = Object.values(lists).flat();
  for (const list of catalog.MODERATION_LISTS) lists[list] = lists[list].filter((one) => one.id !== id);
  return all.find((one) => one.id === id)!;
}

/** Starts a site on which three comments wait. */
export async function startModeration(): Promise<TestSite> {
  Object.assign(lists, {
    waiting: ['Bees', 'Ducks', 'Foxes'].map((text) => moderated({ text })),
    reported: [],
    removed: [],
  });
  const site = await startSite();
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
  return site;
}

export async function endModeration(site: TestSite): Promise<void> {
  await act(() => signOut());
  sessionStorage.clear();
  cleanup();
  await site[Symbol.asyncDispose]();
}

export async function visit(path = '/comments', as = OLIVE) {
  act(() => signIn({ ...tokensOf(as), user: as }));
  const rendered = renderSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Comments' });
  return rendered;
}

const textOf = (article: Element | null | undefined) =>
  article?.querySelector(':scope > p:last-child')?.textContent;
export const current = () => textOf(document.querySelector('article[aria-current]'));
export const focused = () => textOf(document.activeElement);
/** Returns what the comments say, in order. */
export const texts = () => screen.queryAllByRole('article').map(textOf);
export const isReady = () => waitFor(() => expect(current()).toBe('Bees'));
