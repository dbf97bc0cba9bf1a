import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { FREE, nestPlace, nestRow, nestRule, ownNest } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const CAR = { listId: '0198f3c2-7a1e-7d40-b1c9-00000000000a', name: 'In the car' };
const BED = { listId: '0198f3c2-7a1e-7d40-b1c9-00000000000b', name: 'Before bed' };
const nest = ownNest({ nickname: 'Juno' });
const path = `/children/${nest.id}`;
const user = userEvent.setup();
let site: TestSite;
let stored: { rule: catalog.NestRule | null; version: number };

beforeEach(async () => {
  site = await startSite();
  stored = { rule: nestRule({ rows: [rowOf(CAR.listId), rowOf(BED.listId)] }), version: 3 };
  site.on(auth.listNests, () => ({
    nests: [nest],
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(auth.listClasses, () => ({ classes: [] }));
  site.on(catalog.getNestRule, () => stored);
  site.on(catalog.listNestChoices, () => ({
    lists: [toChoice(CAR), toChoice(BED)],
    tags: [{ tagType: 'grade' as const, tagValue: 'Kindergarten', songCount: 9 }],
    publicCount: 30,
  }));
  site.on(catalog.putNestRule, ({ body }) => {
    stored = { rule: body.rule, version: body.version + 1 };
    return stored;
  });
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.previewNest, () => nestPlace());
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

function rowOf(listId: string): catalog.NestRow {
  return { id: listId.replace('0198f3c2', '0198f3c3'), kind: 'list', listId, isLearning: false };
}

function toChoice(list: { listId: string; name: string }): catalog.NestListChoice {
  const look = { sign: 'car', hue: 'lake', owner: 'nest' } as const;
  return { ...list, ...look, songCount: 2, durationSeconds: 300, covers: [] };
}

const save = async () => user.click(await screen.findByRole('button', { name: 'Save' }));
const saved = () => site.bodies(catalog.putNestRule).at(-1)?.rule;

it('rows are ticked, put in order and marked as for learning', async () => {
  renderSite(path);
  await user.click(await screen.findByRole('button', { name: 'Move Before bed up' }));
  await user.click(screen.getByRole('button', { name: 'Tags' }));
  await user.click(screen.getByRole('checkbox', { name: /Everything tagged Kindergarten/ }));
  const rows = within(screen.getByRole('list', { name: 'Rows from top to bottom' })).getAllByRole('listitem');
  await user.click(within(rows[2]!).getByRole('checkbox', { name: 'For learning' }));
  await save();
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect(saved()?.rows).toMatchObject([
    { kind: 'list', listId: BED.listId },
    { kind: 'list', listId: CAR.listId },
    { kind: 'tag', tagType: 'grade', tagValue: 'Kindergarten', isLearning: true },
  ]);
  expect(site.bodies(catalog.putNestRule)).toMatchObject([{ version: 3 }]);
  expect(site.count(auth.updateNest)).toBe(0);
});

it('a row that was taken out comes back to its place, and keeps what was changed since', async () => {
  renderSite(path);
  await user.click(await screen.findByRole('button', { name: 'Take In the car out of the nest' }));
  await user.click(screen.getByRole('checkbox', { name: /^Search/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await save();
  await waitFor(() => expect(saved()).toMatchObject({ allowsSearch: true }));
  expect(saved()?.rows).toEqual(stored.rule?.rows);
  expect(saved()?.rows.map((row) => row.kind === 'list' && row.listId)).toEqual([CAR.listId, BED.listId]);
});

it('minutes by weekday and hours across midnight are saved in the time zone of the device', async () => {
  renderSite(path);
  await user.click(await screen.findByRole('checkbox', { name: /^Minutes a day/ }));
  const monday = screen.getByRole('textbox', { name: 'Monday' });
  await user.clear(monday);
  await user.type(monday, 'many');
  await save();
  expect(await screen.findByText(/Enter whole minutes from 0 to 1440/)).toBeTruthy();
  expect(document.activeElement).toBe(monday);
  expect(site.count(catalog.putNestRule)).toBe(0);
  await user.clear(monday);
  await user.type(monday, '30');
  await user.click(screen.getByRole('button', { name: 'Every day like Monday' }));
  await user.clear(screen.getByRole('textbox', { name: 'Sunday' }));
  await user.click(screen.getByRole('checkbox', { name: 'Only at certain hours' }));
  await setTime('From', '20:00');
  await setTime('To', '06:30');
  expect(screen.getByText('Open from 20:00 to 6:30 of the next day.')).toBeTruthy();
  await save();
  await waitFor(() => expect(saved()).toBeDefined());
  expect(saved()?.time).toMatchObject({
    minutes: [30, 30, 30, 30, 30, 30, null],
    hours: { from: 1200, to: 390 },
  });
});

async function setTime(label: string, value: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.type(field, value);
}

it('a rule that was changed elsewhere is shown, and nothing that was typed is lost', async () => {
  const theirs = { rule: nestRule({ rows: [], allowsSearch: true }), version: 4 };
  site.on(catalog.putNestRule, ({ body }) => {
    if (body.version !== 4) return failure('CONFLICT', undefined, { present: theirs });
    stored = { rule: body.rule, version: 5 };
    return stored;
  });
  renderSite(path);
  const nickname = await screen.findByRole('textbox', { name: 'Nickname' });
  await user.click(await screen.findByRole('button', { name: 'Take In the car out of the nest' }));
  await save();
  const conflict = await screen.findByText(/Somebody else has changed the rule/);
  expect(within(conflict.closest('div')!).getByText('with search')).toBeTruthy();
  expect(nickname).toHaveProperty('value', 'Juno');
  expect(screen.queryByRole('button', { name: /Take In the car/ })).toBeNull();
  await save();
  await waitFor(() => expect(stored.version).toBe(5));
  expect(saved()?.rows).toHaveLength(1);
});

it('the other version can be taken over instead', async () => {
  const theirs = { rule: nestRule({ rows: [rowOf(BED.listId)] }), version: 4 };
  site.on(catalog.putNestRule, () => failure('CONFLICT', undefined, { present: theirs }));
  renderSite(path);
  await user.click(await screen.findByRole('button', { name: 'Take Before bed out of the nest' }));
  await save();
  await user.click(await screen.findByRole('button', { name: 'Use the other version' }));
  expect(screen.getByRole('button', { name: 'Take Before bed out of the nest' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take In the car out of the nest' })).toBeNull();
});

it('a failed save says so and keeps what was typed', async () => {
  site.on(catalog.putNestRule, () => failure('UNAVAILABLE'));
  renderSite(path);
  await user.click(await screen.findByRole('checkbox', { name: /^Search/ }));
  await save();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /^Search/ })).toHaveProperty('checked', true);
});

it('single songs are taken out one by one, and come back', async () => {
  const songs = [video({ title: 'Good' }), video({ title: 'Scary' })];
  site.on(catalog.previewNest, () => nestPlace({ rows: [nestRow({ songs })] }));
  site.on(catalog.getVideo, () => ({ video: songs[1]! }));
  renderSite(path);
  await user.click(await screen.findByRole('button', { name: 'Show the songs' }));
  await user.click(await screen.findByRole('button', { name: 'Take Scary out' }));
  expect(screen.queryByRole('button', { name: 'Take Scary out' })).toBeNull();
  await save();
  await waitFor(() => expect(saved()?.hiddenVideoIds).toEqual([songs[1]?.id]));
  await user.click(screen.getByText('1 song taken out'));
  await user.click(await screen.findByRole('button', { name: 'Put Scary back' }));
  await save();
  await waitFor(() => expect(saved()?.hiddenVideoIds).toEqual([]));
});

it('a nest without a rule says what to do, and shows nothing that it does not have', async () => {
  stored = { rule: null, version: 0 };
  renderSite(path);
  expect(await screen.findByText(/Nothing is ticked/)).toBeTruthy();
  expect(screen.queryByText('Single songs')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Minutes' })).toBeNull();
});

it('a nest that is gone leads back to all of them', async () => {
  renderSite('/children/0198f3c2-7a1e-7d40-b1c9-0000000000ff');
  expect(await screen.findByRole('heading', { name: 'This nest is gone' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Children' })).toHaveProperty('pathname', '/children');
});

it('a page that cannot be loaded is loaded again', async () => {
  let isDown = true;
  site.on(catalog.getNestRule, () => (isDown ? failure('UNAVAILABLE') : stored));
  renderSite(path);
  expect(await screen.findByText('The nest could not be loaded')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
});

it('the minutes of 30 days are bars, and a table for those who hear the page; more time is given at once', async () => {
  let extraMinutes = 0;
  site.on(catalog.listNestMinutes, () => ({
    days: Array.from({ length: 30 }, (_, ago) => ({
      day: `2026-11-${String(30 - ago).padStart(2, '0')}`,
      seconds: ago === 0 ? 480 : 0,
      limitMinutes: 30,
      extraMinutes: ago === 0 ? extraMinutes : 0,
    })),
    time: { ...FREE, state: 'open' as const, share: 0.5 },
  }));
  site.on(catalog.giveNestTime, ({ body }) => {
    extraMinutes += body.minutes;
    return { time: FREE };
  });
  renderSite(path);
  const table = await screen.findByRole('table', { name: 'Minutes a day, last 30 days' });
  expect(within(table).getByRole('row', { name: '30 November 8 30' })).toBeTruthy();
  expect(within(table).getAllByRole('row')).toHaveLength(31);
  await user.click(screen.getByRole('button', { name: '20 min' }));
  expect(await screen.findByText('20 more minutes are given for today.')).toBeTruthy();
  expect(within(table).getByRole('row', { name: '30 November 8 50' })).toBeTruthy();
  expect(site.bodies(catalog.giveNestTime)).toEqual([{ nestId: nest.id, minutes: 20 }]);
});

it('the preview is a picture of the place, in which nothing can be pressed', async () => {
  const row = nestRow({ songs: [video({ title: 'Good' })], nextCursor: 'more' });
  site.on(catalog.previewNest, () => nestPlace({ rows: [row] }));
  renderSite(path);
  expect(await screen.findByText(/^1 song, as it is saved/)).toBeTruthy();
  const picture = screen.getByLabelText('Good');
  expect(picture.closest('[inert]')).toBeTruthy();
  expect(site.count(catalog.getNestRow)).toBe(0);
});

it('a device is ended after a question, also if it has ended already', async () => {
  const device: auth.NestDevice = {
    id: '0198f3c2-7a1e-7d40-b1c9-0000000000d1',
    cameBy: 'card',
    label: 'Tablet in the kitchen',
    device: null,
    lastUsedAt: new Date().toISOString(),
  };
  let devices: auth.NestDevice[] = [device];
  site.on(auth.listNests, () => ({
    nests: [{ ...nest, devices }],
    ...{ maximum: 40, isPinSet: true, isPinResting: false, keptBackups: null },
  }));
  site.on(auth.endNestDevice, () => {
    devices = [];
    return failure('ITEM_NOT_FOUND');
  });
  renderSite(path);
  await user.click(await screen.findByRole('button', { name: 'End the nest on Tablet in the kitchen' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('The nest is open on no device.')).toBeTruthy();
});
