import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { Combobox } from './combobox.tsx';

const FRUITS = ['Apple', 'Pear', 'Sour cherry'];
const user = userEvent.setup();

afterEach(cleanup);

/** Shows a form with a combobox of fruits, and returns what was chosen and how often the form was sent. */
function openForm() {
  const picked: string[] = [];
  const onKey = vi.fn<(key: string) => void>();
  const onSend = vi.fn<() => void>();
  function Form() {
    const [text, setText] = useState('');
    const [isOpen, setOpen] = useState(false);
    const found = FRUITS.filter((fruit) => fruit.toLowerCase().includes(text.toLowerCase()));
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <Combobox
          aria-label="Fruit"
          value={text}
          options={found.map((fruit) => ({ key: fruit, content: fruit }))}
          listLabel="Fruits"
          isOpen={isOpen}
          onOpen={setOpen}
          onType={setText}
          onPick={({ key }) => picked.push(key)}
          onKeyDown={({ key }) => onKey(key)}
        />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Form />);
  return { field: screen.getByRole('combobox', { name: 'Fruit' }), picked, onKey, onSend };
}

const listNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const listChosen = () =>
  screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

it('typing opens the list of matching options, which the field names for screen readers', async () => {
  const { field } = openForm();
  await user.tab();
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(listNames()).toEqual([]);
  await user.keyboard('p');
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('listbox', { name: 'Fruits' }).id).toBe(field.getAttribute('aria-controls'));
  expect(listNames()).toEqual(['Apple', 'Pear']);
  expect(field.getAttribute('aria-activedescendant')).toBeNull();
});

it('arrows lead around the list, and Enter chooses the active option without sending the form', async () => {
  const { field, picked, onSend } = openForm();
  await user.tab();
  const ways: string[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await user.keyboard(`{${key}}`);
    ways.push(...listChosen().map(String));
  }
  expect(ways).toEqual(['Apple', 'Pear', 'Sour cherry', 'Apple', 'Sour cherry']);
  const active = screen.getByRole('option', { selected: true });
  expect(field.getAttribute('aria-activedescendant')).toBe(active.id);
  expect(active.id).not.toMatch(/\s/);
  await user.keyboard('{Enter}');
  expect(picked).toEqual(['Sour cherry']);
  expect(onSend).not.toHaveBeenCalled();
  expect(listNames()).toEqual([]);
});

it('the first arrow up leads to the last option', async () => {
  openForm();
  await user.tab();
  await user.keyboard('{ArrowUp}');
  expect(listChosen()).toEqual(['Sour cherry']);
});

it('Enter without an active option sends the form, and the form hears the key', async () => {
  const { picked, onKey, onSend } = openForm();
  await user.tab();
  await user.keyboard('p{Enter}');
  expect(picked).toEqual([]);
  expect(onKey).toHaveBeenLastCalledWith('Enter');
  expect(onSend).toHaveBeenCalledOnce();
});

it('typing drops the active option', async () => {
  const { field, picked } = openForm();
  await user.tab();
  await user.keyboard('{ArrowDown}p{Enter}');
  expect(field.getAttribute('aria-activedescendant')).toBeNull();
  expect(picked).toEqual([]);
});

it('Escape closes the list before it can close a dialog, and reaches the dialog the second time', async () => {
  const { field, onKey } = openForm();
  await user.tab();
  await user.keyboard('p');
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false); // its default was prevented
  expect(listNames()).toEqual([]);
  expect(onKey).not.toHaveBeenCalledWith('Escape');
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true);
  expect(onKey).toHaveBeenCalledWith('Escape');
});

it('a press on the field opens the list, and a press on an option chooses it and leaves the focus in the field', async () => {
  const { field, picked } = openForm();
  await user.click(field);
  await user.click(screen.getByRole('option', { name: 'Pear' }));
  expect(picked).toEqual(['Pear']);
  expect(document.activeElement).toBe(field);
  expect(listNames()).toEqual([]);
});

it('the list closes when the focus leaves the field', async () => {
  openForm();
  await user.tab();
  await user.keyboard('p');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }));
  expect(listNames()).toEqual([]);
});

it('keys that an input method uses choose nothing', async () => {
  const { field, picked } = openForm();
  await user.tab();
  await user.keyboard('{ArrowDown}');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
  expect(picked).toEqual([]);
  expect(listChosen()).toEqual(['Apple']);
});
