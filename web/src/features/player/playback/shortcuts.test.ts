import { describe, expect, test } from 'vitest';

import { stepSpeed, toAction } from './shortcuts.ts';

function press(key: string, modifiers = {}) {
  return { key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers };
}

describe('keys', () => {
  test.each([
    [' ', { kind: 'toggle' }],
    ['K', { kind: 'toggle' }],
    ['j', { kind: 'skip', by: -10 }],
    ['l', { kind: 'skip', by: 10 }],
    ['ArrowLeft', { kind: 'skip', by: -5 }],
    ['ArrowRight', { kind: 'skip', by: 5 }],
    ['ArrowUp', { kind: 'volume', by: 0.1 }],
    ['ArrowDown', { kind: 'volume', by: -0.1 }],
    ['m', { kind: 'mute' }],
    ['c', { kind: 'captions' }],
    ['F', { kind: 'full-screen' }],
    ['p', { kind: 'picture-in-picture' }],
    ['0', { kind: 'jump', share: 0 }],
    ['9', { kind: 'jump', share: 0.9 }],
    ['<', { kind: 'speed', step: -1 }],
    ['>', { kind: 'speed', step: 1 }],
  ])('the key %s has the action %j', (key, action) => {
    expect(toAction(press(key), 'none')).toEqual(action);
  });

  test.each(['Enter', 'Tab', 'Escape', 'a', 'F5', '10'])('the key %s has no action', (key) => {
    expect(toAction(press(key), 'none')).toBeUndefined();
  });

  test.each([
    ['ь', 'KeyM', { kind: 'mute' }], // Russian
    ['Л', 'KeyK', { kind: 'toggle' }],
    ['λ', 'KeyL', { kind: 'skip', by: 10 }], // Greek
    ['ב', 'KeyC', { kind: 'captions' }], // Hebrew
    ['ح', 'KeyP', { kind: 'picture-in-picture' }], // Arabic
    ['ि', 'KeyF', { kind: 'full-screen' }], // Hindi
    ['ㅓ', 'KeyJ', { kind: 'skip', by: -10 }], // Korean
    ['٣', 'Digit3', { kind: 'jump', share: 0.3 }],
  ])('the key %s of another script has the action of its place, %s', (key, code, action) => {
    expect(toAction(press(key, { code }), 'none')).toEqual(action);
  });

  test('slower and faster are where other keyboards have < and >', () => {
    expect(toAction(press('Б', { code: 'Comma', shiftKey: true }), 'none')).toEqual({
      kind: 'speed',
      step: -1,
    });
    expect(toAction(press('Ю', { code: 'Period', shiftKey: true }), 'none')).toEqual({
      kind: 'speed',
      step: 1,
    });
    expect(toAction(press('б', { code: 'Comma' }), 'none')).toBeUndefined();
  });

  test('a keyboard with Latin letters in other places keeps its letters', () => {
    expect(toAction(press('t', { code: 'KeyK' }), 'none')).toBeUndefined(); // Dvorak
    expect(toAction(press('m', { code: 'Semicolon' }), 'none')).toEqual({ kind: 'mute' }); // French
    expect(toAction(press('é', { code: 'Digit2' }), 'none')).toBeUndefined();
    expect(toAction(press('ф', { code: 'KeyA' }), 'none')).toBeUndefined();
  });

  test('the browser’s own shortcuts are left to the browser', () => {
    expect(toAction(press('f', { ctrlKey: true }), 'none')).toBeUndefined();
    expect(toAction(press('l', { metaKey: true }), 'none')).toBeUndefined();
    expect(toAction(press('ArrowLeft', { altKey: true }), 'none')).toBeUndefined();
  });

  test('a focused control keeps the keys that it needs', () => {
    expect(toAction(press(' '), 'button')).toBeUndefined();
    expect(toAction(press('k'), 'button')).toEqual({ kind: 'toggle' });
    expect(toAction(press('ArrowUp'), 'slider')).toBeUndefined();
    expect(toAction(press(' '), 'slider')).toEqual({ kind: 'toggle' });
    expect(toAction(press('7'), 'list')).toBeUndefined();
  });

  test('all arrow keys seek while the seek bar has the focus', () => {
    expect(toAction(press('ArrowUp'), 'seek')).toEqual({ kind: 'skip', by: 5 });
    expect(toAction(press('ArrowDown'), 'seek')).toEqual({ kind: 'skip', by: -5 });
    expect(toAction(press('ArrowLeft'), 'seek')).toEqual({ kind: 'skip', by: -5 });
  });
});

test('the speed changes step by step and stops at both ends', () => {
  expect(stepSpeed(1, 1)).toBe(1.25);
  expect(stepSpeed(1, -1)).toBe(0.75);
  expect(stepSpeed(2, 1)).toBe(2);
  expect(stepSpeed(0.5, -1)).toBe(0.5);
  expect(stepSpeed(1.1, 1)).toBe(1.25);
});
