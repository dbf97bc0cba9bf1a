import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { forgetNests } from '../../api/nest-session.ts';
import { MIRA, storedTokens, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { FREE, nestClass, nestSession, ownNest } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { songList } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

let site: TestSite;
let nests: auth.Nest[];
let rules: Map<string, catalog.NestRule>;
let isPinSet: boolean;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  // The test browser has no layout, so nothing would come into view.
  vi.stubGlobal('IntersectionObserver', undefined);
  nests = [];
  rules = new Map();
  isPinSet = true;
  site.on(auth.listNests, () => ({ nests, maximum: 40, isPinSet, isPinResting: false, keptBackups: null }));
  site.on(auth.listNestInvitations, () => ({ invitations: [] }));
  site.on(auth.listClasses, () => ({ classes: [] }));
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.getNestRule, ({ params }) => {
    const rule = rules.get(params.id) ?? null;
    return { rule, version: rule === null ? 0 : 1 };
  });
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  act(() => forgetNests());
  await act(() => signOut());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await site[Symbol.asyncDispose]();
});

it('a nest is made from an animal, a nickname and a tick', async () => {
  const list = songList({ name: 'In the car', sign: 'car', hue: 'lake' });
  site.on(catalog.listSongLists, () => ({ own: [list], site: [], containing: [] }));
  site.on(auth.createNest, ({ body }) => {
    const nest = ownNest(body);
    nests = [nest];
    return { nest };
  });
  site.on(catalog.putNestRule, ({ params, body }) => {
    rules.set(params.id, body.rule);
    return { rule: body.rule, version: 1 };
  });
  renderSite('/children');
  await user.click(await screen.findByRole('button', { name: 'New nest' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New nest' }));
  await user.type(dialog.getByLabelText('Nickname'), 'Juno');
  await user.click(dialog.getByRole('radio', { name: 'Owl' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'In the car' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const panel = within(await screen.findByRole('region', { name: 'Juno' }));
  expect(await panel.findByText('1 list · no limit')).toBeTruthy();
  expect(site.bodies(auth.createNest)).toEqual([{ animal: 'owl', ground: 'lake', nickname: 'Juno' }]);
  expect(rules.get(nests[0]?.id ?? '')?.rows).toMatchObject([{ kind: 'list', listId: list.id }]);
});

it('a nest without a rule says that it is empty', async () => {
  nests = [ownNest()];
  renderSite('/children');
  expect(await screen.findByText(/Juno’s nest is empty/)).toBeTruthy();
});

it.each([
  ['everybody', /This site is open/],
  ['nobody', /This site is closed/],
] as const)('the page says what other windows of a site for %s show', async (visitors, sentence) => {
  site.on(catalog.getSiteAccess, () => ({ access: { visitors, game: visitors } }));
  renderSite('/children');
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it('of many nests, those to hand over are found by name and class, and the ticks of the others stay', async () => {
  const leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  const [classId, otherId] = [crypto.randomUUID(), crypto.randomUUID()];
  nests = [
    ownNest({ nickname: 'Łucja' }),
    ...Array.from({ length: 12 }, (_, index) => ownNest({ nickname: `Child ${index + 1}`, classId })),
    ownNest({ nickname: 'Child 1', classId: otherId }),
  ];
  const classes = [nestClass({ id: classId, name: 'Sunflowers' }), nestClass({ id: otherId, name: 'Bees' })];
  site.on(auth.listClasses, () => ({ classes }));
  site.on(auth.handOver, () => nestSession());
  renderSite('/children');
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  const dialog = within(screen.getByRole('dialog'));
  const names = () =>
    within(dialog.getByRole('group', { name: 'Nests for this device' }))
      .queryAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent);
  await waitFor(() => expect(names()).toContain('Child 12Sunflowers'));
  const search = dialog.getByRole('searchbox', { name: 'Find a child' });
  await user.type(search, 'bees');
  expect(names()).toEqual(['Child 1Bees']);
  await user.click(dialog.getByRole('checkbox', { name: /Bees/ }));
  expect(dialog.getByText('2 nests are ticked.')).toBeTruthy();
  await user.clear(search);
  await user.type(search, 'luc');
  expect(names()).toEqual(['Łucja']);
  await user.clear(search);
  await user.type(search, 'nobody');
  expect(dialog.getByText('No child has this name.')).toBeTruthy();
  const go = dialog.getByRole('button', { name: 'Hand over' });
  await user.keyboard('{Enter}'); // hands nothing over
  expect(site.count(auth.handOver)).toBe(0);
  await user.click(go);
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(site.bodies(auth.handOver)[0]?.nestIds).toEqual([nests[0]?.id, nests[13]?.id]);
});

it('handing over leaves nothing of the member in the browser', async () => {
  const leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  nests = [ownNest(), ownNest({ animal: 'owl', nickname: 'Tomi' })];
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('list-positions', '[]');
  sessionStorage.setItem('heard-songs', '{}');
  const session = nestSession({ faces: nests.slice(0, 1) });
  site.on(auth.handOver, () => session);
  renderSite('/children');
  const [button] = await screen.findAllByRole('button', { name: 'Hand over' });
  await user.click(button!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over this device' }));
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
  expect(site.bodies(auth.handOver)).toEqual([{ nestIds: [nests[0]?.id], canSwitch: true }]);
  expect(storedTokens()).toBeNull();
  expect(Object.keys(localStorage).toSorted()).toEqual(['nest.session', 'theme']);
  expect(sessionStorage).toHaveLength(0);
});

it('the first time, a PIN is chosen before', async () => {
  nests = [ownNest()];
  isPinSet = false;
  site.on(auth.setNestPin, () => undefined);
  renderSite('/children');
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  await user.type(await screen.findByLabelText('PIN'), '5821');
  await user.type(screen.getByLabelText('Once more'), '5822');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The two are not the same.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Once more'));
  await user.type(screen.getByLabelText('Once more'), '5821');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('dialog', { name: 'Hand over this device' })).toBeTruthy();
  expect(site.bodies(auth.setNestPin)).toEqual([{ pin: '5821' }]);
});

it('a PIN is chosen for those who open nests by cards, and later changed with the password', async () => {
  isPinSet = false;
  nests = [ownNest()];
  site.on(auth.setNestPin, () => {
    isPinSet = true;
  });
  renderSite('/children');
  const panel = within(await screen.findByRole('region', { name: 'PIN of the doors' }));
  await user.click(panel.getByRole('button', { name: 'Choose a PIN' }));
  await typePins('2480', '2480');
  await user.click(await panel.findByRole('button', { name: 'Change the PIN' }));
  await typePins('1357', '1357');
  expect(await screen.findByText('Enter your password')).toBeTruthy();
  await user.type(screen.getByLabelText('Your password'), 'A quiet lark sings');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(site.bodies(auth.setNestPin)).toEqual([
    { pin: '2480' },
    { pin: '1357', password: 'A quiet lark sings' },
  ]);
});

async function typePins(pin: string, again: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('PIN'), pin);
  await user.type(dialog.getByLabelText('Once more'), again);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
}

it('a PIN that rests is said, with the way out', async () => {
  nests = [ownNest()];
  site.on(auth.listNests, () => ({ nests, maximum: 40, isPinSet, isPinResting: true, keptBackups: null }));
  renderSite('/children');
  expect(await screen.findByText(/only your password opens the doors/)).toBeTruthy();
});

it('songs that were selected become a list, and the nest shows it', async () => {
  const list = songList({ name: 'For Juno' });
  site.on(catalog.listSongLists, () => ({ own: [], site: [], containing: [] }));
  site.on(catalog.createSongList, () => ({ list }));
  let isDown = true;
  site.on(auth.createNest, ({ body }) => {
    const nest = ownNest(body);
    nests = [nest];
    return { nest };
  });
  site.on(auth.updateNest, () => ({ nest: nests[0]! }));
  site.on(catalog.putNestRule, ({ params, body }) => {
    if (isDown) return failure('UNAVAILABLE');
    rules.set(params.id, body.rule);
    return { rule: body.rule, version: 1 };
  });
  const songs = [video(), video()].map(({ id }) => id);
  renderSite({ pathname: '/children', state: { selectedSongs: songs } });
  const dialog = within(await screen.findByRole('dialog', { name: 'New nest' }));
  await user.type(dialog.getByLabelText('Nickname'), 'Juno');
  expect(dialog.getByRole('checkbox', { name: /The 2 songs that you selected/ })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rules.size).toBe(1));
  expect(site.bodies(catalog.createSongList)).toMatchObject([{ name: 'For Juno', videoIds: songs }]);
  expect(site.count(auth.createNest)).toBe(1);
  expect([...rules.values()][0]?.rows).toMatchObject([{ kind: 'list', listId: list.id }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a site that does not tell of its backups says no number of days when a nest is deleted', async () => {
  nests = [ownNest()];
  renderSite('/children');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/If those who run the site make backups/)).toBeTruthy();
  expect(question.queryByText(/days/)).toBeNull();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
});

it('forty nests are one page, and deleting one says how long backups keep it', async () => {
  site.on(auth.listNests, () => ({ nests, maximum: 40, isPinSet, isPinResting: false, keptBackups: 21 }));
  nests = Array.from({ length: 40 }, (_, index) => ownNest({ nickname: `Child ${index + 1}` }));
  const [first] = nests;
  site.on(auth.deleteNest, () => {
    nests = nests.slice(1);
  });
  renderSite('/children');
  const panel = within(await screen.findByRole('region', { name: 'Child 1' }));
  expect(screen.getAllByRole('region', { name: /^Child \d+$/ })).toHaveLength(40);
  await user.click(panel.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/keep it until 21 newer ones .* 21 days/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Child 1' })).toBeNull());
  expect(site.calls(auth.deleteNest)).toMatchObject([{ params: { id: first?.id } }]);
});
