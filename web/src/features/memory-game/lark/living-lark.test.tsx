import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { createStore } from '../../../lib/store.ts';
import { LivingLark } from './living-lark.tsx';
import type { LarkLife } from './use-pose.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the lark on the left of a board of two cards: the first one is above it, the second one below. */
function meet(life: Partial<LarkLife> = {}) {
  const isSpeaking = createStore(false);
  const page = (changes: Partial<LarkLife> = {}) => (
    <>
      <LivingLark isSpeaking={isSpeaking} hint={undefined} isWon={false} {...life} {...changes} />
      <div role="grid">
        {['one', 'two'].map((name) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- like the cards
          <button key={name} type="button" role="gridcell">
            {name}
          </button>
        ))}
      </div>
      <button type="button">Try again</button>
    </>
  );
  const { container, rerender } = render(page());
  const lark = container.querySelector('svg')!;
  const [one, two] = container.querySelectorAll('[role=gridcell]');
  lark.getBoundingClientRect = () => new DOMRect(0, 300, 100, 90);
  one!.getBoundingClientRect = () => new DOMRect(400, 0, 100, 100);
  two!.getBoundingClientRect = () => new DOMRect(400, 500, 100, 100);
  return {
    one: one!,
    two: two!,
    grid: container.querySelector('[role=grid]')!,
    button: container.querySelector(':scope > button')!,
    isSpeaking,
    change: (changes: Partial<LarkLife>) => rerender(page(changes)),
    moods: () => lark.dataset['lark'],
    look: () => lark.style.getPropertyValue('--look'),
  };
}

const UP = '-20deg';
const DOWN = '20deg';
const AHEAD = '0deg';

test('the lark looks at the card under the pointer or the finger, and ahead when it leaves the cards', async () => {
  const { one, two, grid, button, look } = meet();
  fireEvent.pointerOver(one);
  await waitFor(() => expect(look()).toBe(UP));
  fireEvent.pointerOver(two);
  await waitFor(() => expect(look()).toBe(DOWN));
  fireEvent.pointerOver(grid); // the gap between two cards
  await waitFor(() => expect(look()).toBe(DOWN));
  fireEvent.pointerOver(button);
  await waitFor(() => expect(look()).toBe(AHEAD));
});

test('the lark looks at the card with the focus of the keyboard', async () => {
  const { one, two, button, look } = meet();
  fireEvent.focusIn(two);
  await waitFor(() => expect(look()).toBe(DOWN));
  fireEvent.focusIn(one);
  await waitFor(() => expect(look()).toBe(UP));
  fireEvent.focusIn(button);
  await waitFor(() => expect(look()).toBe(AHEAD));
});

test('the lark looks at the card that invites a tap, and then at the card with the focus', async () => {
  const { one, change, look, moods } = meet();
  change({ hint: { kind: 'lift', position: 1 } });
  await waitFor(() => expect(look()).toBe(DOWN));
  expect(moods()).toBe('awake');
  act(() => (one as HTMLElement).focus());
  await waitFor(() => expect(look()).toBe(UP));
  change({ hint: { kind: 'wiggle', position: 1 } });
  await waitFor(() => expect(look()).toBe(DOWN));
  change({});
  await waitFor(() => expect(look()).toBe(UP));
});

test('many moves within a frame measure once', async () => {
  const { one, two, look } = meet();
  const measure = vi.spyOn(two, 'getBoundingClientRect');
  for (let move = 0; move < 100; move += 1) {
    fireEvent.pointerOver(one);
    fireEvent.pointerOver(two);
  }
  await waitFor(() => expect(look()).toBe(DOWN));
  expect(measure).toHaveBeenCalledTimes(1);
});

test('the beak is open while something is said', () => {
  const { isSpeaking, moods } = meet();
  expect(moods()).toBe('');
  act(() => isSpeaking.set(true));
  expect(moods()).toBe('awake singing');
  act(() => isSpeaking.set(false));
  expect(moods()).toBe('awake');
});

test.each([
  ['a tap', () => fireEvent.pointerDown(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
])('the lark is awake for some time after %s, and longer after another one', (_case, act) => {
  vi.useFakeTimers();
  const { moods } = meet();
  expect(moods()).toBe('');
  act();
  expect(moods()).toBe('awake');
  advance(4_000);
  act();
  advance(4_000);
  expect(moods()).toBe('awake');
  advance(2_000);
  expect(moods()).toBe('');
});

test('the pointer alone does not wake the lark', async () => {
  const { one, moods, look } = meet();
  fireEvent.pointerOver(one);
  await waitFor(() => expect(look()).toBe(UP));
  expect(moods()).toBe('');
});

test('the lark hops at a victory, and is calm again on a new board', () => {
  vi.useFakeTimers();
  const { change, moods } = meet();
  change({ isWon: true });
  expect(moods()).toBe('awake joyful');
  advance(6_000);
  expect(moods()).toBe('joyful');
  change({});
  expect(moods()).toBe('awake');
  advance(6_000);
  expect(moods()).toBe('');
});

test('screen readers and pointers do not meet the lark', () => {
  meet();
  const lark = document.querySelector('svg');
  expect(lark?.getAttribute('aria-hidden')).toBe('true');
  expect(lark?.textContent).toBe('');
});

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
