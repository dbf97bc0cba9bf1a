import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { listLink } from '../../testing/guests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;

const SONG = video({ title: 'The Owl' });
const PLAYED = video().id;
const LIST: catalog.SongListCard = {
  ...{ id: video().id, name: 'Winter', description: 'Snow', sign: 'snow', hue: 'lake', letters: ['S'] },
  ...{
    owner: 'viewer',
    songCount: 1,
    durationSeconds: 20,
    covers: [],
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
};

const COMMENT: catalog.OwnComment = {
  id: '01990000-0000-7000-8000-00000000c001',
  video: { id: '01990000-0000-7000-8000-00000000c002', title: 'Five Ducks' },
  text: 'We clap.',
  waitingText: null,
  refused: null,
  state: 'removed',
  removal: { fault: 'unkind', note: '' },
  createdAt: '2026-06-01T08:00:00.000Z',
  editedAt: null,
};
const FLAG: catalog.OwnFlag = {
  ...{ id: '01990000-0000-7000-8000-00000000c003', at: '2026-06-01T08:00:00.000Z' },
  ...{ kind: 'other', text: 'Too loud', playerError: null, video: COMMENT.video, isClosed: false },
};
const SUGGESTION: catalog.OwnSuggestion = {
  ...{ id: '01990000-0000-7000-8000-00000000c004', at: '2026-06-01T08:00:00.000Z', state: 'waiting' },
  ...{ video: null, title: 'Wheels', list: { id: '01990000-0000-7000-8000-00000000c005', name: null } },
};
const LINK = listLink({
  ...{ name: 'Grandma', endsAt: '2027-01-01T00:00:00.000Z', openingCount: 2 },
  ...{ openings: [{ day: '2026-11-29', count: 2 }] },
  spoken: { code: 'K7M 4QP', endsAt: '2026-11-30T00:00:00.000Z' },
});

const NEST: auth.Nest = {
  ...{ id: video().id, animal: 'fox', ground: 'lake', nickname: 'Juno', classId: null },
  ...{ isMine: true, isShared: true, sharedWith: 'Aunt Ida', invited: null },
  devices: [
    {
      id: video().id,
      cameBy: 'card',
      label: 'Nana',
      device: 'A tablet',
      lastUsedAt: '2026-11-29T00:00:00.000Z',
    },
  ],
  cards: [
    {
      ...{ id: video().id, label: 'Nana', code: 'k7m4-qx2p-93hd-vt6w', deviceCount: 1 },
      ...{ madeAt: '2026-11-28T00:00:00.000Z', lastUsedAt: '2026-11-29T00:00:00.000Z' },
    },
  ],
};
const CLASS: auth.NestClass = {
  ...{
    id: video().id,
    name: 'Room 3',
    sign: 'sun',
    hue: 'leaf',
    isMine: true,
    sharedWith: null,
    invited: null,
  },
  ...{ nestIds: [], cards: [], code: { code: 'H4W TRX', endsAt: '2026-11-30T00:00:00.000Z' } },
};
const DAY = { day: '2026-11-29', seconds: 600, limitMinutes: 30, extraMinutes: 10 };

beforeEach(async () => {
  site = await startSite();
  site.on(auth.getProfile, () => ({ user: MIRA }));
  site.on(auth.listSessions, () => ({ sessions: [] }));
  site.on(catalog.listWatchedVideos, () => ({ videos: [], nextCursor: null }));
  site.on(catalog.listSongLists, () => ({
    own: [LIST],
    site: [
      { ...LIST, id: PLAYED, owner: 'site' as const },
      { ...LIST, id: video().id, owner: 'site' as const },
    ],
    containing: [],
  }));
  site.on(catalog.getSongList, ({ params }) => {
    const position = params['id'] === PLAYED ? SONG.id : null;
    return { list: { ...LIST, id: params['id'] ?? '', songs: [SONG], hiddenCount: 0, version: 1, position } };
  });
  site.on(catalog.listLinks, ({ params }) => ({
    links: params['id'] === LIST.id ? [LINK] : [],
    areAllowed: true,
  }));
  site.on(auth.listNests, () => ({
    nests: [NEST],
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(auth.listClasses, () => ({ classes: [CLASS] }));
  site.on(catalog.getNestRule, () => ({ version: 0, rule: null }));
  site.on(catalog.listNestMinutes, () => ({
    days: [DAY],
    time: {
      state: 'open' as const,
      share: 0.5,
      leftSeconds: 600,
      isCounting: false,
      endsAt: null,
      opensAt: null,
    },
  }));
  site.on(catalog.listOwnComments, ({ query }) =>
    query['cursor'] === undefined
      ? { comments: [COMMENT], nextCursor: 'more' }
      : { comments: [{ ...COMMENT, text: 'Quack.' }], nextCursor: null },
  );
  site.on(catalog.listOwnFlags, ({ query }) =>
    query['cursor'] === undefined
      ? { flags: [FLAG], nextCursor: 'more' }
      : { flags: [{ ...FLAG, text: 'Still too loud' }], nextCursor: null },
  );
  site.on(catalog.listOwnSuggestions, () => ({ suggestions: [SUGGESTION], nextCursor: null }));
  site.on(catalog.listLikedVideos, ({ query }) =>
    query['cursor'] === undefined
      ? { videos: [video({ title: 'Five Ducks' })], nextCursor: 'more' }
      : { videos: [video({ title: 'The Lark' })], nextCursor: null },
  );
});

afterEach(async () => {
  vi.restoreAllMocks();
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit() {
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  renderSite('/profile');
  return within(await screen.findByRole('region', { name: 'Your data' }));
}

test('a member downloads their data, all pages of each list included', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob); // the client passes no media source
    return 'about:blank';
  });
  const section = await visit();
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  await section.findByText('Your data has been downloaded as larksong-data.json.');
  const text = (await files[0]?.text()) ?? '';
  const data = JSON.parse(text) as Record<string, unknown>;
  expect(data).toMatchObject({
    account: { username: MIRA.username, email: MIRA.email },
    likedVideos: [{ title: 'Five Ducks' }, { title: 'The Lark' }],
    watchedVideos: [],
    comments: [{ text: 'We clap.', state: 'removed', removal: { fault: 'unkind' } }, { text: 'Quack.' }],
    reports: [{ text: 'Too loud' }, { text: 'Still too loud' }],
    suggestions: [{ title: 'Wheels', list: { name: null } }],
    lists: [{ name: 'Winter', letters: ['S'], songs: [{ title: 'The Owl' }], position: null }],
    positionsInOtherLists: [{ id: PLAYED, position: SONG.id }],
  });
  const { name, endsAt, openings, openingCount } = LINK;
  expect(data).toMatchObject({ lists: [{ links: [{ name, endsAt, openings, openingCount }] }] });
  expect(data).toMatchObject({
    children: {
      hasPin: true,
      nests: [
        { nickname: 'Juno', sharedWith: 'Aunt Ida', cards: [{ label: 'Nana' }], days: [DAY], rule: null },
      ],
      classes: [{ name: 'Room 3', rule: null }],
    },
  });
  const codes = [LINK.code, LINK.spoken?.code, NEST.cards[0]?.code, CLASS.code?.code];
  for (const code of codes) expect(text).not.toContain(code ?? 'none');
});

test('a download that fails says why, and downloads nothing', async () => {
  const create = vi.spyOn(URL, 'createObjectURL');
  site.on(catalog.listWatchedVideos, () => failure('UNAVAILABLE', 'The database is away.'));
  const section = await visit();
  await user.click(section.getByRole('button', { name: 'Download my data' }));
  expect((await section.findByRole('alert')).textContent).toBe('The database is away.');
  expect(create).not.toHaveBeenCalled();
});
