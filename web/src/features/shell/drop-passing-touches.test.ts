import { afterEach, beforeEach, expect, it } from 'vitest';

import { dropPassingTouches } from './drop-passing-touches.ts';

const PAGE = `
  <header><button id="menu"></button><nav><a id="songs"></a></nav></header>
  <button id="notice" data-notice></button>
  <main><div id="card"></div><search data-grown-ups><input id="field" /></search></main>
  <dialog open><button id="close"></button></dialog>`;

let ended: AbortController;
const pressed: string[] = [];

beforeEach(() => {
  history.replaceState(null, '', '/');
  ended = new AbortController();
  pressed.length = 0;
  document.body.innerHTML = PAGE;
  document.body.addEventListener(
    'click',
    ({ target }) => target instanceof Element && pressed.push(target.id),
    {
      signal: ended.signal,
    },
  );
  dropPassingTouches(document.querySelector('header')!, 'nav', ended.signal);
});
afterEach(() => ended.abort());

/** Sends an event with a time in milliseconds. */
function send(id: string, event: Event, atMs: number): void {
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  document.getElementById(id)!.dispatchEvent(event);
}

/** Touches an element for 100 ms, with the events of a browser. */
function tap(id: string, atMs: number): void {
  const touch = { bubbles: true, pointerType: 'touch', pointerId: 1, clientX: 0, clientY: 0 };
  send(id, new PointerEvent('pointerdown', touch), atMs);
  send(id, new PointerEvent('pointerup', touch), atMs + 100);
  send(id, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }), atMs + 110);
}

it('a tap on the bar amid play is dropped, the next one on the same button counts', () => {
  tap('card', 1_000);
  tap('menu', 1_500);
  expect(pressed).toEqual(['card']);
  tap('menu', 1_900);
  expect(pressed).toEqual(['card', 'menu']);
});

it('a child that taps something else in between gets no further', () => {
  tap('card', 1_000);
  tap('menu', 1_500);
  tap('card', 1_900);
  tap('menu', 2_300);
  expect(pressed).toEqual(['card', 'card']);
});

it('a child that taps along the bar gets no further either', () => {
  tap('card', 1_000);
  tap('menu', 2_000);
  tap('field', 3_000);
  tap('menu', 4_000);
  expect(pressed).toEqual(['card']);
});

it('a tap on the bar counts a while after the last play, and at once after a dialog', () => {
  tap('card', 1_000);
  tap('menu', 2_700);
  tap('close', 6_000);
  tap('menu', 6_300);
  expect(pressed).toEqual(['card', 'menu', 'close', 'menu']);
});

it('the pictures of the bar answer at once, and are play themselves', () => {
  tap('card', 1_000);
  tap('songs', 1_300);
  tap('menu', 1_600);
  expect(pressed).toEqual(['card', 'songs']);
});

it('a marked control outside of the bar is treated alike', () => {
  tap('card', 1_000);
  tap('field', 1_500);
  expect(pressed).toEqual(['card']);
  tap('field', 2_000);
  expect(pressed).toEqual(['card', 'field']);
});

it('a key and a tap after one on a notice are answered at once', () => {
  tap('card', 1_000);
  send('menu', new MouseEvent('click', { bubbles: true, detail: 0 }), 1_300);
  tap('notice', 5_000);
  tap('menu', 5_300);
  expect(pressed).toEqual(['card', 'menu', 'notice', 'menu']);
});

it.each(['/profile', '/for-parents', '/print', '/you', '/upload'])(
  'taps on forms and texts of the page %s are no play',
  (path) => {
    history.replaceState(null, '', path);
    tap('card', 1_000);
    tap('menu', 1_300);
    expect(pressed).toEqual(['card', 'menu']);
  },
);

it.each(['/songs', '/liked'])('taps on the pictures of the page %s are play', (path) => {
  history.replaceState(null, '', path);
  tap('card', 1_000);
  tap('menu', 1_300);
  expect(pressed).toEqual(['card']);
});
