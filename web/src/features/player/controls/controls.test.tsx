import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { show, useNativePlayback, type Shown } from '../show-player.tsx';

const user = userEvent.setup();
useNativePlayback();

describe('sound', () => {
  /** Presses M and returns the confirmation. */
  function mute(): string | undefined {
    fireEvent.keyDown(document.body, { key: 'm' });
    return screen.getByText(/^Sound/).textContent ?? undefined;
  }

  /** Turns the volume down to 0 with keys. */
  async function turnDown(shown: Shown): Promise<void> {
    for (let presses = 0; shown.element.volume > 0 && presses < 20; presses += 1) {
      await user.keyboard('{ArrowDown}');
      shown.setMedia({}, 'volumechange');
    }
    expect(screen.getByRole('button', { name: 'Sound on' })).toBeTruthy();
  }

  test('a player that was turned down to zero is audible again when it is unmuted', async () => {
    const shown = show();
    await turnDown(shown);
    expect(mute()).toBe('Sound on');
    expect(shown.element.muted).toBe(false);
    expect(shown.element.volume).toBeGreaterThanOrEqual(0.2);
    shown.setMedia({}, 'volumechange');
    expect(mute()).toBe('Sound off');
  });

  test('an unmuted player is as loud as before, also after a reload', async () => {
    const before = show();
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.7' } });
    before.setMedia({}, 'volumechange');
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0' } });
    before.setMedia({}, 'volumechange');
    cleanup();
    const { element, setMedia } = show();
    setMedia({}, 'volumechange');
    expect(element.muted).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sound on' }));
    expect(element).toMatchObject({ muted: false, volume: 0.7 });
  });

  test('a player is unmuted at a low volume where nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
    vi.spyOn(Storage.prototype, 'setItem').mockReturnValue();
    const shown = show();
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.3' } });
    shown.setMedia({}, 'volumechange');
    await turnDown(shown);
    mute();
    expect(shown.element.volume).toBe(0.2);
  });
});

describe('more', () => {
  const more = () => screen.getByRole('button', { name: 'More' });
  const panel = () => screen.queryByRole('group', { name: 'More' });

  test('the More panel holds the controls that a small player has no room for', async () => {
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true });
    const { element, setMedia } = show();
    expect(panel()).toBeNull();
    expect(more().getAttribute('aria-expanded')).toBe('false');
    await user.click(more());
    expect(more().getAttribute('aria-expanded')).toBe('true');
    const inside = within(panel()!);
    await user.selectOptions(inside.getByRole('combobox', { name: 'Speed' }), '1.5×');
    setMedia({}, 'ratechange');
    expect(element.playbackRate).toBe(1.5);
    await user.click(inside.getByRole('button', { name: 'Repeat this song' }));
    expect(inside.getByRole('button', { name: 'Repeat this song' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(element.loop).toBe(true);
    let requests = 0;
    const requestPictureInPicture = async () => {
      requests += 1;
    };
    setMedia({ requestPictureInPicture: requestPictureInPicture as never }); // the test browser has none
    await user.click(inside.getByRole('button', { name: 'Picture in picture' }));
    expect(requests).toBe(1);
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(more());
    Reflect.deleteProperty(document, 'pictureInPictureEnabled');
  });

  test('the More panel offers no picture in picture where the browser has none', async () => {
    show();
    await user.click(more());
    expect(screen.queryByRole('button', { name: 'Picture in picture' })).toBeNull();
  });

  test('the More panel opens and closes by keys, and Escape returns the focus', async () => {
    show();
    more().focus();
    await user.keyboard('{Enter}');
    await user.tab();
    expect(document.activeElement).toBe(within(panel()!).getByRole('combobox', { name: 'Speed' }));
    await user.keyboard('{Escape}');
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(more());
    await user.keyboard('{Enter}');
    await user.tab({ shift: true });
    expect(panel()).toBeNull();
  });

  test('a press on the picture closes the More panel and does nothing else', async () => {
    const { element } = show();
    const pause = vi.spyOn(element, 'pause');
    await user.click(more());
    await user.click(element);
    expect(panel()).toBeNull();
    expect(pause).not.toHaveBeenCalled();
    await user.click(element);
    expect(pause).toHaveBeenCalledOnce();
  });
});
