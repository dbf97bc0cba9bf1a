import { describe, expect, test } from 'vitest';

import { stepSpeed, toAction } from './shortcuts.ts';

function press(key: string, modifiers = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers };
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
