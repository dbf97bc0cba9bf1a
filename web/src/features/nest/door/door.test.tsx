import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { call } from '../../../api/client.ts';
import { findDoorToken, shutDoor } from '../../../api/door.ts';
import { currentNests, forgetNests, keepNests } from '../../../api/nest-session.ts';
import { nestRoutes } from '../../../nest-routes.tsx';
import { failure, NO_ANSWER } from '../../../testing/answers.ts';
import { FREE, nestFace, nestPlace, nestSession } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';

const TOKEN = 'door-token';
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(catalog.getNest, () => nestPlace());
});
afterEach(async () => {
  cleanup();
  act(() => {
    shutDoor();
    forgetNests();
  });
  vi.useRealTimers();
  await site[Symbol.asyncDispose]();
});

const RULE: catalog.NestRule = {
  rows: [
    {
      id: '0198f3c2-7a1e-7d40-b1c9-000000d00001',
      kind: 'everything',
      sign: 'sun',
      hue: 'lake',
      isLearning: false,
    },
  ],
  hiddenVideoIds: [],
  allowsSearch: false,
  volume: 100,
  game: { isOn: false, letters: [], says: 'letter', largest: '4x4' },
  time: {
    ...{ zone: 'Europe/Berlin', minutes: [45, 45, 45, 45, 45, 45, 45], hours: null },
    ...{ countsLearning: false, countsGame: false, countsStill: false },
  },
};
const CHOICE: catalog.NestListChoice = {
  ...{ listId: '0198f3c2-7a1e-7d40-b1c9-000000d00002', name: 'In the car', sign: 'car', hue: 'lake' },
  ...{ owner: 'nest', songCount: 3, durationSeconds: 400, covers: [] },
};

/** Answers what is asked behind the door of one nest, and opens its pad. */
async function openPad() {
  const face = nestFace();
  const session = nestSession({ faces: [face] });
  keepNests(session);
  let extraMinutes = 0;
  site.on(auth.listDoorNests, () => ({ nests: [{ ...face, ruleId: face.id }] }));
  site.on(catalog.getDoorRule, () => ({ rule: RULE, version: 3 }));
  site.on(catalog.listDoorMinutes, () => ({
    days: [{ day: '2026-11-30', seconds: 32 * 60, limitMinutes: 45, extraMinutes }],
    time: { ...FREE, state: 'open' as const },
  }));
  site.on(catalog.giveDoorTime, ({ body: { minutes } }) => {
    extraMinutes += minutes;
    return { time: FREE };
  });
  const rendered = renderSite('/nest/door', nestRoutes);
  await screen.findByRole('heading', { name: 'PIN of a grown-up' });
  return { ...rendered, session };
}

async function press(...names: string[]): Promise<void> {
  for (const name of names) await user.click(await screen.findByRole('button', { name }));
}

async function openDoor() {
  site.on(auth.openDoor, () => ({ doorToken: TOKEN }));
  const opened = await openPad();
  await press('4', '7', '1', '1', 'OK');
  await screen.findByText('32 of 45 minutes today');
  return opened;
}

it('the pad takes four to six digits, by its own buttons or typed, and shows dots only', async () => {
  const { container, session } = await openPad();
  const tries: string[] = [];
  site.on(auth.openDoor, ({ body }) => {
    tries.push(body.pin);
    return failure('WRONG_PIN');
  });
  await press('1', '2', '3', 'OK');
  expect(tries).toEqual([]);
  await press('Take back the last digit', '9');
  await user.keyboard('0445{Backspace}6');
  expect(screen.getByText('6 digits typed')).toBeTruthy();
  expect(container.querySelector('input')).toBeNull();
  await press('OK');
  expect((await screen.findByRole('alert')).textContent).toContain('That was not right');
  expect(tries).toEqual(['129046']);
  expect(screen.getByText('0 digits typed')).toBeTruthy();
  expect(site.bodies(auth.openDoor)[0]?.refreshToken).toBe(session.refreshToken);
  expect(site.calls(auth.openDoor)[0]?.bearer).toBeNull();
});

it.each([
  ['is away', () => NO_ANSWER, 'cannot be checked right now'],
  ['is too busy', () => failure('TOO_BUSY'), 'cannot be checked right now'],
])('the pad says so when the site %s', async (_case, answer, sentence) => {
  site.on(auth.openDoor, answer);
  await openPad();
  await user.keyboard('4711{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
});

it('after many wrong PINs the pad rests, and only the password is left', async () => {
  site.on(auth.openDoor, () => failure('PIN_RESTS'));
  await openPad();
  await user.keyboard('4711{Enter}');
  const words = await screen.findByText(/only your password helps/);
  await waitFor(() => expect(document.activeElement).toBe(words));
  expect(screen.queryByRole('button', { name: '4' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Your password instead' }).getAttribute('href')).toBe(
    '/nest/sign-in',
  );
});

it('behind the door a grown-up gives more time, by the door’s token alone', async () => {
  await openDoor();
  await press('10 min');
  expect(await screen.findByText('32 of 55 minutes today')).toBeTruthy();
  expect(site.bodies(catalog.giveDoorTime)).toEqual([{ nestId: currentNests().nestId, minutes: 10 }]);
  for (const endpoint of [auth.listDoorNests, catalog.listDoorMinutes, catalog.giveDoorTime])
    for (const { bearer } of site.calls(endpoint)) expect(bearer).toBe(TOKEN);
  expect(
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  ).not.toContain(TOKEN);
});

it('what may be seen and how long is changed at once, and the rest of the rule stays', async () => {
  site.on(catalog.listDoorChoices, () => ({ lists: [CHOICE], tags: [], publicCount: 9 }));
  site.on(catalog.putDoorRule, ({ body }) => ({ rule: body.rule, version: 4 }));
  await openDoor();
  await press('What and how long');
  const dialog = await screen.findByRole('dialog', { name: 'Juno: what and how long' });
  await user.click(await within(dialog).findByRole('checkbox', { name: 'In the car' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Everything public' }));
  const sunday = within(dialog).getByLabelText('Sunday');
  await user.clear(sunday);
  await user.type(sunday, 'much');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText(/^Enter whole minutes from 0 to 1440/)).toBeTruthy();
  await user.clear(sunday);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Only at certain hours' }));
  fireEvent.change(within(dialog).getByLabelText('From'), { target: { value: '07:00' } });
  fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '18:30' } });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [{ rule, version } = { rule: RULE, version: 0 }] = site.bodies(catalog.putDoorRule);
  expect(version).toBe(3);
  expect(rule).toEqual({
    ...RULE,
    rows: [{ id: expect.any(String), kind: 'list', listId: CHOICE.listId, isLearning: false }],
    time: { ...RULE.time, minutes: [45, 45, 45, 45, 45, 45, null], hours: { from: 420, to: 1110 } },
  });
});

it('the end of the hand-over leads to the sign-in page, and leaves the browser to the nest', async () => {
  site.on(auth.endHandOver, () => undefined);
  const { address } = await openDoor();
  await press('End the hand-over');
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'End the hand-over' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(address()).toBe('/nest/sign-in');
  expect(currentNests()).toMatchObject({ refreshToken: null, accessToken: null, faces: [] });
  expect(localStorage.getItem('nest.session')).not.toBeNull();
  await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
});

it('the door shuts when its token is refused, and with its page', async () => {
  const { address } = await openDoor();
  site.on(auth.openDoor, () => ({ doorToken: 'second' }));
  site.on(catalog.giveDoorTime, () => failure('UNAUTHENTICATED'));
  await press('20 min');
  expect(await screen.findByText(/after five minutes. Your PIN/)).toBeTruthy();
  expect(findDoorToken()).toBeNull();
  await expect(call(auth.listDoorNests, {})).rejects.toMatchObject({ status: 401 });
  await user.keyboard('4711{Enter}');
  await screen.findByText('32 of 45 minutes today');
  expect(findDoorToken()).toBe('second');
  await press('Back to the nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect([address(), findDoorToken()]).toEqual(['/nest', null]);
});

it('a pause counts down, and the pad returns after it', async () => {
  site.on(auth.openDoor, () => failure('WRONG_PIN', undefined, { retryAfterSeconds: 2 }));
  await openPad();
  await user.keyboard('4711{Enter}');
  expect(await screen.findByText(/wrong too often/)).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^[12] s$/);
  expect(screen.queryByRole('button', { name: '4' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Your password instead' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: '4' })).toBeTruthy();
});

it('a pad that nobody touches leads back to the nest, but only after a pause', async () => {
  site.on(auth.openDoor, () => failure('WRONG_PIN', undefined, { retryAfterSeconds: 90 }));
  const { address } = await openPad();
  await press('4', '7', '1', '1');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await screen.findByText(/wrong too often/);
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  expect(screen.getByText(/wrong too often/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(await screen.findByRole('button', { name: '4' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await waitFor(() => expect(address()).toBe('/nest'));
});

it('the corner opens the door once it is held for three seconds, and at once for screen readers', async () => {
  keepNests(nestSession());
  const { address } = renderSite('/nest', nestRoutes);
  const corner = await screen.findByRole('button', { name: 'Grown-ups: hold for three seconds' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.keyDown(corner, { key: 'Enter' });
  act(() => void vi.advanceTimersByTime(2900));
  fireEvent.keyUp(corner, { key: 'Enter' });
  act(() => void vi.advanceTimersByTime(3000));
  expect(address()).toBe('/nest');
  fireEvent.keyDown(corner, { key: ' ' });
  act(() => void vi.advanceTimersByTime(3000));
  vi.useRealTimers();
  await waitFor(() => expect(address()).toBe('/nest/door'));
  await press('Back to the nest');
  fireEvent.click(await screen.findByRole('button', { name: 'Grown-ups: hold for three seconds' }));
  await waitFor(() => expect(address()).toBe('/nest/door'));
});
