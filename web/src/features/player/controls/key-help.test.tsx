import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { toAction, KEY_HELP } from '../playback/shortcuts.ts';
import { show, useNativePlayback } from '../show-player.tsx';

const user = userEvent.setup();
useNativePlayback();

test('the key ? opens the list of keys, in which the keys do nothing', async () => {
  const { element } = show();
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  expect(within(dialog).getAllByRole('term')).toHaveLength(KEY_HELP.length);
  const before = element.currentTime;
  fireEvent.keyDown(within(dialog).getByText('Captions'), { key: 'l' });
  expect(element.currentTime).toBe(before);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('every key of the list is a shortcut', () => {
  const arrows: Record<string, string> = {
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
  };
  const modifiers = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  for (const [keys] of KEY_HELP)
    for (const name of keys.split(/, | – | /)) {
      const key = name === 'Space' ? ' ' : (arrows[name] ?? name);
      expect(toAction({ key, ...modifiers }, 'none'), name).toBeDefined();
    }
});
