import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, tokensOf } from '../../../testing/accounts.ts';
import { failure } from '../../../testing/answers.ts';
import { FREE, nestCard, nestClass, nestPlace, nestRule, ownNest } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { songList } from '../../../testing/song-lists.ts';
import { signIn, signOut } from '../../auth/session.ts';

const ID = '0198f3c2-7a1e-7d40-b1c9-00000000c1a5';
const PAGE = `/children/classes/${ID}`;
let site: TestSite;
let classes: auth.NestClass[];
let nests: auth.Nest[];
let rule: catalog.NestRule | null;
const user = userEvent.setup();

const sunflowers = (changes: Partial<auth.NestClass> = {}) =>
  nestClass({ id: ID, sign: 'flower', ...changes });

beforeEach(async () => {
  site = await startSite();
  classes = [sunflowers()];
  nests = [];
  rule = null;
  site.on(auth.listClasses, () => ({
    classes: classes.map((one) => ({ ...one, nestIds: nests.map(({ id }) => id) })),
  }));
  site.on(auth.listNestInvitations, () => ({ invitations: [] }));
  site.on(auth.listNests, () => ({
    nests,
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(catalog.getNestRule, () => ({ rule, version: rule === null ? 0 : 1 }));
  site.on(auth.addClassNests, ({ params, body }) => {
    const added = body.nicknames.map((nickname) =>
      ownNest({ nickname, classId: params.id, cards: body.withCards ? [nestCard({ label: nickname })] : [] }),
    );
    nests = [...nests, ...added];
    return { nests: added };
  });
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function openPasting() {
  await user.click((await screen.findAllByRole('button', { name: 'Add children' }))[0]!);
  return within(await screen.findByRole('dialog', { name: 'Add children' }));
}

const paste = async (field: HTMLElement, names: string) => {
  await user.click(field);
  await user.paste(names);
};

it('a class is made by its name, and its page asks for children', async () => {
  classes = [];
  site.on(auth.createClass, ({ body }) => {
    classes = [sunflowers(body)];
    return { class: classes[0]! };
  });
  const page = renderSite('/children');
  await user.click(await screen.findByRole('button', { name: 'New class' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New class' }));
  await user.click(dialog.getByRole('button', { name: 'Make the class' }));
  expect(await dialog.findByText('Enter a name')).toBeTruthy();
  await user.type(dialog.getByLabelText('Name'), ' Sunflowers ');
  await user.dblClick(dialog.getByRole('button', { name: 'Make the class' }));
  expect(await screen.findByText('Nobody here yet')).toBeTruthy();
  expect(page.address()).toBe(PAGE);
  expect(site.bodies(auth.createClass)).toMatchObject([{ name: 'Sunflowers' }]);
});

it('one pasted column makes 28 nests with cards, without blank lines and those that come twice', async () => {
  nests = [ownNest({ nickname: 'Ada', classId: ID })];
  renderSite(PAGE);
  const dialog = await openPasting();
  const names = Array.from({ length: 28 }, (_, index) => `Child ${index + 1}`);
  await paste(dialog.getByLabelText('Nicknames, one a line'), `${names.join('\r\n\r\n')}\nADA\nchild 3\n`);
  expect(dialog.getByText(/2 come twice or are in the class already/)).toBeTruthy();
  await user.dblClick(dialog.getByRole('button', { name: 'Add 28' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(site.bodies(auth.addClassNests)).toEqual([{ nicknames: names, withCards: true }]);
  expect(await screen.findByRole('link', { name: /Child 28/ })).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Find a child' }), 'child 2');
  expect(screen.queryByRole('link', { name: /Child 1$/ })).toBeNull();
});

it('a child that leaves its class is taken out, or deleted, on its page', async () => {
  const child = ownNest({ nickname: 'Ada', classId: ID });
  nests = [child];
  rule = nestRule({ rows: [] });
  site.on(catalog.listNestChoices, () => ({ lists: [], tags: [], publicCount: 0 }));
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.previewNest, () => nestPlace());
  site.on(auth.updateNest, ({ body }) => {
    nests = [{ ...child, classId: body.classId ?? null }];
    return { nest: nests[0]! };
  });
  site.on(auth.deleteNest, () => {
    nests = [];
  });
  const page = renderSite(`/children/${child.id}`);
  const ofClass = within(await screen.findByRole('region', { name: 'Class' }));
  await user.selectOptions(ofClass.getByRole('combobox'), 'No class');
  await user.click(ofClass.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(site.bodies(auth.updateNest)).toEqual([{ classId: null }]));
  await waitFor(() => expect(screen.queryByText('This nest has the rule of its class.')).toBeNull());
  const again = within(await screen.findByRole('region', { name: 'Class' }));
  await user.selectOptions(again.getByRole('combobox'), 'Sunflowers');
  await user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(site.bodies(auth.updateNest).at(-1)).toEqual({ classId: ID }));
  await screen.findByText('This nest has the rule of its class.');
  await user.click(await screen.findByRole('button', { name: 'Delete the nest of Ada' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.address()).toBe(PAGE));
  expect(site.count(auth.deleteNest)).toBe(1);
});

it('without a PIN, whoever makes cards or a code is asked for one', async () => {
  site.on(auth.listNests, () => ({
    nests,
    maximum: 40,
    isPinSet: false,
    isPinResting: false,
    keptBackups: null,
  }));
  nests = [ownNest({ nickname: 'Ada', classId: ID })];
  renderSite(PAGE);
  expect(await screen.findByText(/There is no PIN yet/)).toBeTruthy();
  await screen.findByRole('button', { name: 'Make a card' });
  expect(screen.getAllByRole('button', { name: 'Choose a PIN' })).toHaveLength(1);
});

it('two children with one nickname are both added if that is wanted', async () => {
  renderSite(PAGE);
  const dialog = await openPasting();
  await paste(dialog.getByLabelText('Nicknames, one a line'), 'Mia\nMia');
  expect(dialog.getByRole('button', { name: 'Add 1' })).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: 'Make nests for these, too' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Make a card for each' }));
  await user.click(dialog.getByRole('button', { name: 'Add 2' }));
  await waitFor(() => expect(site.count(auth.addClassNests)).toBe(1));
  expect(site.bodies(auth.addClassNests)).toEqual([{ nicknames: ['Mia', 'Mia'], withCards: false }]);
});

it.each([
  [200, /There is room for 39 more nests, and these are 200/],
  [2000, /There is room for 39 more nests, and these are 2000/],
] as const)('%i nicknames are told to be too many before anything is sent', async (count, sentence) => {
  nests = [ownNest()];
  renderSite(PAGE);
  const dialog = await openPasting();
  const names = Array.from({ length: count }, (_, index) => `Child ${index}`);
  await paste(dialog.getByLabelText('Nicknames, one a line'), names.join('\n'));
  expect(dialog.getByText(sentence)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: `Add ${count}` }));
  expect(site.count(auth.addClassNests)).toBe(0);
});

it('a nickname that is too long is named', async () => {
  renderSite(PAGE);
  const dialog = await openPasting();
  await paste(dialog.getByLabelText('Nicknames, one a line'), `Mia\n${'Wolfgang '.repeat(23)}`);
  expect(dialog.getByText(/“Wolfgang Wolfgang Wo…” is longer than 40 characters/)).toBeTruthy();
});

it('without an answer the nicknames stay, and those that were added meanwhile are found', async () => {
  let isLost = true;
  site.on(auth.addClassNests, ({ params, body }) => {
    nests = body.nicknames.map((nickname) => ownNest({ nickname, classId: params.id }));
    return isLost ? failure('UNAVAILABLE') : { nests };
  });
  renderSite(PAGE);
  const dialog = await openPasting();
  await paste(dialog.getByLabelText('Nicknames, one a line'), 'Mia\nLeo');
  await user.click(dialog.getByRole('button', { name: 'Add 2' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  isLost = false;
  expect(await dialog.findByText(/2 come twice or are in the class already/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('All of these are in the class already.')).toBeTruthy();
  expect(site.count(auth.addClassNests)).toBe(1);
});

it('a code is made for some hours, says when it ends, and is ended', async () => {
  const endsAt = new Date(Date.now() + 4 * 3_600_000).toISOString();
  site.on(auth.createClassCode, () => {
    const code = { code: 'k7m-4qx', endsAt };
    classes = [sunflowers({ code })];
    return { code };
  });
  site.on(auth.endClassCode, () => {
    classes = [sunflowers()];
  });
  renderSite(PAGE);
  await user.selectOptions(await screen.findByLabelText('How long it is good for'), '4 hours');
  await user.click(screen.getByRole('button', { name: 'Make a code' }));
  expect(await screen.findByText('k7m-4qx')).toBeTruthy();
  expect(screen.getByText(/^Good until /)).toBeTruthy();
  expect(site.bodies(auth.createClassCode)).toEqual([{ hours: 4 }]);
  await user.click(screen.getByRole('button', { name: 'End it now' }));
  await waitFor(() => expect(screen.queryByText('k7m-4qx')).toBeNull());
});

it('one rule is saved for the whole class', async () => {
  const list = songList({ name: 'Morning circle' });
  const { id: listId, name, sign, hue, durationSeconds, covers } = list;
  site.on(catalog.listNestChoices, () => ({
    lists: [{ listId, name, sign, hue, owner: 'nest' as const, songCount: 3, durationSeconds, covers }],
    tags: [],
    publicCount: 3,
  }));
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
  site.on(catalog.putNestRule, ({ body }) => {
    rule = body.rule;
    return { rule, version: 1 };
  });
  renderSite(PAGE);
  expect(await screen.findByText(/The nests of this class are empty/)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Change' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'What every nest shows' })).toBeTruthy();
  await user.click(await screen.findByRole('checkbox', { name: /Morning circle/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rule?.rows).toMatchObject([{ kind: 'list', listId: list.id }]));
  expect(site.calls(catalog.putNestRule)).toMatchObject([{ params: { id: ID } }]);
});

it('a class is deleted with its nests after a question that says how many', async () => {
  nests = [ownNest({ classId: ID }), ownNest({ classId: ID })];
  rule = nestRule();
  site.on(auth.deleteClass, () => {
    classes = [];
    nests = [];
    return { nestCount: 2 };
  });
  const page = renderSite(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Its 2 nests .* cannot be undone/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No nests yet')).toBeTruthy();
  expect(page.address()).toBe('/children');
});

it("somebody else's class cannot be deleted, and says whose it is", async () => {
  classes = [sunflowers({ isMine: false, sharedWith: 'Olive' })];
  renderSite('/children');
  const tile = await screen.findByRole('link', { name: /Sunflowers/ });
  expect(within(tile).getByText('belongs to Olive')).toBeTruthy();
  await user.click(tile);
  expect(await screen.findByRole('heading', { level: 1, name: 'Sunflowers' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
