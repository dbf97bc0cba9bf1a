import type { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { video } from '../../testing/videos.ts';
import { loadPreferences } from './preferences/preferences.ts';
import { show, useNativePlayback } from './show-player.tsx';

const user = userEvent.setup();
useNativePlayback();

function caption(language: string, label: string): catalog.Caption {
  return { id: language, language, label, url: `/hls/1/captions/${language}.vtt` };
}

function slider(): HTMLElement {
  return screen.getByRole('slider', { name: 'Seek' });
}

describe('the start position', () => {
  test('a resumed video says where it resumed and offers to start over', async () => {
    const { element, setMedia } = show({ start: { seconds: 83, isResumed: true } });
    expect(element.currentTime).toBe(83);
    setMedia({ currentTime: 84 }, 'timeupdate');
    expect(screen.getByText('Resumed at 1:23')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(element.currentTime).toBe(0);
    expect(screen.queryByText('Resumed at 1:23')).toBeNull();
    // shortcuts continue to work
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Video player' }));
  });

  test('the resume note is shown for 10 s, unless its button has the focus', () => {
    const { setMedia } = show({ start: { seconds: 83, isResumed: true } });
    const button = screen.getByRole('button', { name: 'Start over' });
    button.focus();
    setMedia({ currentTime: 94 }, 'timeupdate');
    expect(screen.getByRole('button', { name: 'Start over' })).toBe(button);
    fireEvent.blur(button);
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  });

  test('a video that starts at the time in a link shows no resume note', () => {
    const { element } = show({ start: { seconds: 20, isResumed: false } });
    expect(element.currentTime).toBe(20);
    expect(screen.queryByText(/Resumed/)).toBeNull();
  });
});

describe('keys', () => {
  test.each([
    ['ArrowRight', 'Forward 5 s', 55],
    ['j', 'Back 10 s', 40],
    ['5', '1:00', 60],
  ])('the key %s seeks and shows %s', (key, words, position) => {
    const { element, setMedia } = show();
    setMedia({ currentTime: 50 }, 'timeupdate');
    fireEvent.keyDown(document.body, { key });
    expect(screen.getByText(words)).toBeTruthy();
    expect(element.currentTime).toBe(position);
  });

  test('a held key does not toggle repeatedly', () => {
    const { element } = show();
    fireEvent.keyDown(document.body, { key: 'm' });
    fireEvent.keyDown(document.body, { key: 'm', repeat: true });
    expect(element.muted).toBe(true);
  });

  test('keys do nothing in the player while another element has the focus or a dialog is open', () => {
    const { element } = show();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(elsewhere, { key: 'm' });
    elsewhere.remove();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    fireEvent.keyDown(document.body, { key: 'm' });
    dialog.remove();
    expect(element.muted).toBe(false);
  });
});

describe('captions', () => {
  const both = [caption('de', 'Deutsch'), caption('en', 'English')];

  function modes(element: HTMLVideoElement): string[] {
    return [...element.querySelectorAll('track')].map(({ srclang, track }) => `${srclang} ${track.mode}`);
  }

  test('a video without captions has no control for them, and C says so', () => {
    show();
    expect(screen.queryByLabelText('Captions')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(screen.getByText('No captions')).toBeTruthy();
  });

  test('captions in one language have a button', async () => {
    const { element } = show({ video: video({ captions: [caption('en', 'English')] }) });
    const button = screen.getByRole('button', { name: 'Captions' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(modes(element)).toEqual(['en showing']);
  });

  test('captions in several languages have a menu, and C returns to the last one', async () => {
    const { element } = show({ video: video({ captions: both }) });
    const menu = screen.getByRole('combobox', { name: 'Captions' });
    await user.keyboard('c');
    expect(modes(element)).toEqual(['de disabled', 'en showing']);
    await user.selectOptions(menu, 'Deutsch');
    expect(modes(element)).toEqual(['de showing', 'en disabled']);
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(modes(element)).toEqual(['de disabled', 'en disabled']);
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(screen.getByText('Captions: Deutsch')).toBeTruthy();
    expect(modes(element)).toEqual(['de showing', 'en disabled']);
    await user.selectOptions(menu, 'Captions off');
    expect(loadPreferences()).toMatchObject({ captions: false, captionLanguage: 'de' });
  });

  test('captions stay on in the next video if it has the language', async () => {
    show({ video: video({ captions: both }) });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Captions' }), 'Deutsch');
    cleanup();
    expect(modes(show({ video: video({ captions: both }) }).element)).toEqual(['de showing', 'en disabled']);
    cleanup();
    const other = show({ video: video({ captions: [caption('en', 'English')] }) });
    expect(modes(other.element)).toEqual(['en disabled']);
  });

  test('captions that the browser shows in addition are hidden, and those it shows instead are chosen', async () => {
    const { element } = show({ video: video({ captions: both }) });
    const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Captions' });
    await user.selectOptions(menu, 'English');
    const [german, english] = [...element.querySelectorAll('track')].map(({ track }) => track);
    german!.mode = 'showing';
    fireEvent(element.textTracks as unknown as Element, new Event('change')); // an event target like any other
    expect(modes(element)).toEqual(['de disabled', 'en showing']);
    english!.mode = 'disabled';
    german!.mode = 'showing';
    fireEvent(element.textTracks as unknown as Element, new Event('change'));
    expect(menu.selectedOptions[0]?.textContent).toBe('Deutsch');
  });
});

describe('the time line', () => {
  test('the time line of a growing stream is as long as the video, and seeking stops at the last ready segment', () => {
    const { element, setMedia } = show({ video: video({ duration: 200 }) });
    const seekable = { length: 1, start: () => 0, end: () => 40 };
    setMedia({ duration: 40, currentTime: 10, seekable }, 'timeupdate');
    expect(slider().getAttribute('aria-valuetext')).toBe('0:10 of 3:20');
    fireEvent.keyDown(document.body, { key: '9' });
    expect(element.currentTime).toBe(40);
    expect(screen.getByText('The rest is still being prepared')).toBeTruthy();
  });

  test('the time line previews the position under the pointer', () => {
    show();
    vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 260, 32));
    fireEvent.pointerMove(slider(), { clientX: 130 });
    expect(screen.getByText('1:00')).toBeTruthy();
    fireEvent.pointerLeave(slider());
    expect(screen.queryByText('1:00')).toBeNull();
  });
});

describe('chapters', () => {
  const chapters = [
    { startSeconds: 0, title: 'Five little ducks' },
    { startSeconds: 60, title: '<b>Over</b> the hills' },
  ];

  test('chapters are marked on the time line, read out with the position, and named in the preview', () => {
    const { element, setMedia } = show({ video: video({ duration: 120, chapters }) });
    expect(element.closest('section')?.querySelectorAll('[data-chapter]')).toHaveLength(1);
    expect(slider().getAttribute('aria-valuetext')).toBe('0:00 of 2:00, Five little ducks');
    setMedia({ currentTime: 61 }, 'timeupdate');
    expect(slider().getAttribute('aria-valuetext')).toBe('1:01 of 2:00, <b>Over</b> the hills');
    vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 260, 32));
    fireEvent.pointerMove(slider(), { clientX: 200 });
    expect(screen.getByText('<b>Over</b> the hills')).toBeTruthy();
  });
});

test('a finger on the picture starts a video but does not stop it, and a mouse does both', () => {
  const { element, setMedia } = show();
  const [play, pause] = [vi.spyOn(element, 'play').mockResolvedValue(), vi.spyOn(element, 'pause')];
  const press = (pointerType: string) => {
    fireEvent(element, new PointerEvent('pointerdown', { bubbles: true, pointerType }));
    fireEvent.click(element);
  };
  press('touch');
  expect(pause).not.toHaveBeenCalled();
  press('mouse');
  expect(pause).toHaveBeenCalledOnce();
  setMedia({ paused: true }, 'pause');
  press('touch');
  expect(play).toHaveBeenCalledOnce();
});

test('the player reports its position while it plays, pauses and ends, but not before the first picture', () => {
  const { reported, setMedia } = show();
  reported.length = 0;
  setMedia({ currentTime: 1 }, 'timeupdate');
  setMedia({ paused: true, currentTime: 2 }, 'pause');
  setMedia({ ended: true, currentTime: 120 }, 'ended');
  setMedia({ readyState: 0, ended: false, currentTime: 0 }, 'timeupdate', 'pause');
  expect(reported).toEqual([
    ['playing', 1],
    ['paused', 2],
    ['ended', 120],
  ]);
});

test('a player that stalls without a network says so', () => {
  const { setMedia } = show();
  const words = 'Connection lost. The video continues when it is back.';
  fireEvent(window, new Event('offline'));
  expect(screen.queryByText(words)).toBeNull();
  setMedia({ readyState: 2 }, 'waiting');
  expect(screen.getByText(words)).toBeTruthy();
  fireEvent(window, new Event('online'));
  expect(screen.queryByText(words)).toBeNull();
});

test('a player that failed asks the page first and then continues where it stopped', async () => {
  let answer = () => {};
  const onRetry = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  const { element, setMedia } = show({ onRetry });
  setMedia({ currentTime: 42 }, 'timeupdate');
  fireEvent.error(element);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  await act(async () => answer());
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
  setMedia({ currentTime: 0 }, 'loadedmetadata');
  expect(element.currentTime).toBe(42);
});
