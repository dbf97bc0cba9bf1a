import { describe, expect, it } from 'vitest';

import { KEY_HELP, toKeyAction } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('toKeyAction', () => {
  it.each([
    ['j', 'next'],
    ['ArrowDown', 'next'],
    ['k', 'previous'],
    ['ArrowUp', 'previous'],
    ['p', 'play'],
    ['a', 'approve'],
    ['A', 'approve'],
    ['e', 'change'],
    ['s', 'send-back'],
    ['x', 'select'],
    ['q', undefined],
    ['Enter', undefined],
  ])('%s on the page means %s', (key, action) => {
    expect(toKeyAction(press(key), 'page')).toBe(action);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
    'a key with %o belongs to the browser',
    (more) => {
      expect(toKeyAction(press('a', more), 'page')).toBeUndefined();
    },
  );

  it('letters in a field are text', () => {
    expect(toKeyAction(press('a'), 'field')).toBeUndefined();
  });

  it('the player keeps its own keys and leaves the decisions', () => {
    expect(['j', 'k', 'p', 'ArrowDown'].map((key) => toKeyAction(press(key), 'player'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(toKeyAction(press('a'), 'player')).toBe('approve');
  });

  it.each([
    ['ф', 'KeyA', 'approve'],
    ['ش', 'KeyA', 'approve'],
    ['і', 'KeyS', 'send-back'],
  ])('%s, typed where %s is, means %s', (key, code, action) => {
    expect(toKeyAction(press(key, { code }), 'page')).toBe(action);
  });

  it('every key that the page names works', () => {
    for (const [keys, action] of KEY_HELP)
      expect(toKeyAction(press(keys.split(' ')[0] ?? ''), 'page')).toBe(action);
  });
});
