import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';

import { alertDialog, confirmDialog, DialogHost } from './dialog-host.tsx';

const QUESTION = {
  title: 'Delete video',
  message: 'Are you sure you want to delete this video? This action cannot be undone.',
  confirmLabel: 'Delete',
  danger: true,
};
const user = userEvent.setup();

afterEach(cleanup);

function ask(): Promise<boolean> {
  render(<DialogHost />);
  let answer = Promise.resolve(false);
  act(() => {
    answer = confirmDialog(QUESTION);
  });
  return answer;
}

describe('confirmDialog', () => {
  it('confirmDialog shows the exact sentence, with the focus on the harmless choice', async () => {
    const answer = ask();
    expect(screen.getByRole('alertdialog').textContent).toContain(QUESTION.message);
    expect(screen.getByRole('alertdialog').getAttribute('aria-labelledby')).toBe(
      screen.getByRole('heading', { name: 'Delete video' }).id,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Enter}');
    expect(await answer).toBe(false);
  });

  it.each([
    ['Delete', true],
    ['Cancel', false],
  ])('confirmDialog resolves the button %s to %s', async (name, expected) => {
    const answer = ask();
    await user.click(screen.getByRole('button', { name }));
    expect(await answer).toBe(expected);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('confirmDialog resolves to false on Escape', async () => {
    const answer = ask();
    act(() => {
      screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    expect(await answer).toBe(false);
  });
});

describe('alertDialog', () => {
  it('alertDialog waits for others, and resolves when it is closed', async () => {
    const first = ask();
    let second: Promise<void> | undefined;
    act(() => {
      second = alertDialog({ message: 'It failed.' });
    });
    expect(screen.queryByText('It failed.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await first).toBe(false);
    expect(screen.getByText('It failed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await second;
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
