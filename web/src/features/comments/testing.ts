import { catalog } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { TEO, tokensOf } from '../../testing/accounts.ts';
import { OPEN_WRITING, ownComment } from '../../testing/comments.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

export const user = userEvent.setup();
/** Nothing plays here. */
export const SONG = video({ title: 'Five Ducks', status: 'failed', playable: false });

/** The server's comments, as the viewer sees them, and what it says about writing. */
export const server = {
  comments: [] as catalog.Comment[],
  writing: OPEN_WRITING,
  isClosed: false,
  hasComments: true,
  mayRemove: false,
};

/** Starts a site with comments, of which there are none yet. */
export async function startTalk(): Promise<TestSite> {
  sessionStorage.clear();
  Object.assign(server, {
    comments: [],
    writing: OPEN_WRITING,
    isClosed: false,
    hasComments: true,
    mayRemove: false,
  });
  const site = await startSite();
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
  site.on(catalog.getVideo, ({ bearer }) => ({
    video: SONG,
    ...(bearer !== null && server.hasComments && { hasComments: true }),
  }));
  site.on(catalog.listComments, listAll);
  site.on(catalog.createComment, ({ body }) => {
    const state = server.writing.needsApproval ? ('waiting' as const) : ('shown' as const);
    const written = ownComment({ id: body.id, text: body.text, state });
    if (body.parentId === undefined) server.comments = [written, ...server.comments];
    else server.comments.find(({ id }) => id === body.parentId)?.replies.push(written);
    return { comment: written };
  });
  return site;
}

/** Returns all comments, on one page. */
export function listAll() {
  const { comments, writing, isClosed } = server;
  const count = comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  return {
    comments,
    nextCursor: null,
    count,
    writing,
    isClosed,
    mayClose: writing.mayReply,
    mayRemove: server.mayRemove,
  };
}

export async function endTalk(site: TestSite): Promise<void> {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
}

/** Opens the song as a member, and waits for its comments. */
export async function visit(as = TEO) {
  act(() => signIn({ ...tokensOf(as), user: as }));
  const rendered = renderSite(`/songs?v=${SONG.id}`);
  await screen.findByRole('heading', { name: /^(?:Comments|\d+ comments?)$/ });
  return rendered;
}

export const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' });
export const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
/** Returns what the comments and replies say, in order. */
export const texts = () =>
  screen.queryAllByRole('article').map((article) => article.querySelector('div > p')?.textContent);
